/**
 * What can be wrong with the lines of a log, at any place in it: for fast-check, and by name.
 *
 * @module
 */
import fc from 'fast-check'

/** Changes the lines at one of them; `at` is never the header. */
type Disturb = (lines: readonly string[], at: number) => readonly string[]

const inPlace =
  (change: (line: string) => string): Disturb =>
  (lines, at) =>
    lines.with(at, change(lines[at] as string))

/** The same record with its keys in another order. */
const reordered = (line: string): string =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line) as object).toReversed()))
const escaped = (text: string): string =>
  [...text].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const renumbered = (line: string, by: number): string =>
  line.replace(/"seq(0?)":(\d+)/, (_, zero: string, seq: string) => `"seq${zero}":${Number(seq) + by}`)

/** Adds a member behind `data`, and after it one that makes the record end as before. */
const behindData = (line: string, member: string): string =>
  `${line.slice(0, -1)},${member},${line.endsWith(']}}') ? '"x":{"y":[]}}' : line.endsWith('}}}') ? '"x":{"y":{}}}' : '"x":{}}'}`

const disturbances: Readonly<Record<string, Disturb>> = {
  'a message glued behind a torn record': (lines, at) => [
    ...lines.slice(0, at),
    `${lines[at]!.slice(0, -9)}${lines[at + 1] ?? ''}`,
    ...lines.slice(at + 2),
  ],
  'a copy of the record glued behind the torn record': inPlace((line) => `${line.slice(0, -9)}${line}`),
  'a turn glued behind a torn record, under its seq': inPlace((line) => {
    const seq = /"seq0?":(\d+)/.exec(line)?.[1] ?? '0'
    return `${line.slice(0, -9)}{"type":"turn/start","seq":${seq},"time":1,"data":{"turn":77}}`
  }),
  'two records in one line': (lines, at) => [
    ...lines.slice(0, at),
    `${lines[at]}${lines[at + 1] ?? ''}`,
    ...lines.slice(at + 2),
  ],
  'type twice': inPlace((line) => line.replace(/,"data":/, ',"type":"user/message","data":')),
  'type twice, at the end': inPlace((line) => `${line.slice(0, -1)},"type":"turn/start"}`),
  'type twice, behind data': inPlace(
    (line) => `${line.slice(0, -1)},"type":"turn/end",${line.endsWith(']}}') ? '"x":{"y":[]}}' : '"x":{"y":{}}}'}`,
  ),
  'a seq behind data': inPlace((line) => behindData(line, '"seq":77')),
  'a time behind data': inPlace((line) => behindData(line, '"time":"noon"')),
  'a place behind data': inPlace((line) => behindData(line, '"surfaceOp":{"op":"replace","start":0,"end":0}')),
  'data behind data': inPlace((line) => behindData(line, '"data":null')),
  'an escaped type': inPlace((line) =>
    line.replace(/"type":"([^"]+)"/, (_, type: string) => `"type":"${escaped(type)}"`),
  ),
  'an escaped key': inPlace((line) => line.replace('"type"', String.raw`"\u0074ype"`)),
  'keys in another order': inPlace(reordered),
  'white space': inPlace((line) => line.replaceAll('":', '" : ').replaceAll(',"', ' ,\t"')),
  'white space before': inPlace((line) => `  ${line}`),
  'white space behind': inPlace((line) => `${line} \t`),
  'NUL bytes inside': inPlace((line) => line.replace('":"', '":"\0\0')),
  'NUL bytes behind': inPlace((line) => `${line}\0\0`),
  'a control character inside': inPlace((line) => line.replace('":"', '":"\u0001')),
  'bytes that are no text': inPlace((line) => line.replace('":"', '":"\ud800')),
  'a seq that was there': inPlace((line) => renumbered(line, -1)),
  'a seq too many': inPlace((line) => renumbered(line, 1)),
  'a seq that is far away': inPlace((line) => renumbered(line, 2 ** 53)),
  'a record twice': (lines, at) => [...lines.slice(0, at), lines[at]!, ...lines.slice(at)],
  'a record missing': (lines, at) => lines.toSpliced(at, 1),
  'two records swapped': (lines, at) => {
    const [first = '', second = first] = lines.slice(at, at + 2)
    return [...lines.slice(0, at), second, first, ...lines.slice(at + 2)]
  },
  'time gaps that lie': inPlace((line) => line.replace(/"dt":\[(\d+),?/, '"dt":[')),
  'time gaps too many': inPlace((line) => line.replace('"dt":[', '"dt":[1,')),
  'time gaps that are no numbers': inPlace((line) => line.replace('"dt":[', '"dt":["1",')),
  'time gaps that are no list': inPlace((line) => line.replace(/"dt":\[[^\]]*\]/, '"dt":{}')),
  'a row of nothing': inPlace((line) => line.replace(/"texts":\[.*\]/, '"texts":[]')),
  'data that is text': inPlace((line) => line.replace(/"data":\{.*\}/, '"data":"{}"')),
  'data of a delta in a message': inPlace((line) => line.replace('user/message', 'assistant/chunk')),
  'another type': inPlace((line) => line.replace(/"type":"[^"]+"/, '"type":"turn/end"')),
  'an unknown type': inPlace((line) => line.replace(/"type":"[^"]+"/, '"type":"plugin/event"')),
  'no place on the surface': inPlace((line) => line.replace(/,"surfaceOp":"append"/, '')),
  'a place on the surface': inPlace((line) => `${line.slice(0, -1)},"surfaceOp":"append"}`),
  'a replace of everything': inPlace((line) => `${line.slice(0, -1)},"surfaceOp":{"op":"replace","start":0,"end":1}}`),
  'a second header': (lines, at) => [...lines.slice(0, at), lines[0]!, ...lines.slice(at)],
  'a blank line': (lines, at) => [...lines.slice(0, at), '', ...lines.slice(at)],
  'a torn line': inPlace((line) => line.slice(0, -9)),
  'a line that is too long for anything': inPlace((line) => line.slice(0, 30)),
  'braces that close too early': inPlace((line) => line.replace('"data":{', '"data":{},"x":{')),
  'an error beside the message': inPlace((line) =>
    line.replace('"message":', '"error":{"name":"E","code":"C"},"message":'),
  ),
  'an error behind the message': inPlace((line) =>
    line.replace('}},"surfaceOp"', '},"error":{"code":"C"}},"surfaceOp"'),
  ),
  'an outcome in the text': inPlace((line) =>
    line.replace('"done"', JSON.stringify('done"}],"isError":true}],"role":"user","id":"x')),
  ),
  'an outcome twice': inPlace((line) => line.replace('"isError":false', '"isError":false,"isError":true')),
  'an outcome that is text': inPlace((line) => line.replace('"isError":false', '"isError":"true"')),
  'an id that differs': inPlace((line) => line.replace('"toolCallId":"a"', '"toolCallId":"b"')),
  'an id with an escape': inPlace((line) => line.replaceAll('Id":"a"', String.raw`Id":"\u0061"`)),
  'an id that is a number': inPlace((line) => line.replaceAll('Id":"a"', 'Id":7')),
  'a name with a quote in it': inPlace((line) => line.replace('"name":"bash"', String.raw`"name":"ba\"sh"`)),
  'a turn that is text': inPlace((line) => line.replace('"turn":1', '"turn":"1"')),
  'a step too large': inPlace((line) => line.replace('"step":1', '"step":11111111111111111111')),
  'a fraction for a seq': inPlace((line) => line.replace(/"seq":(\d+)/, '"seq":$1.5')),
  'a power for a time': inPlace((line) => line.replace(/"time":(\d+)/, '"time":1e12')),
  'data twice': inPlace((line) => line.replace(/,"data":/, ',"data":{},"data":')),
}

/** Everything that can be wrong, in words. */
export const lineWrongs: readonly string[] = Object.keys(disturbances)

/** The lines with `what` wrong at one of them; as they are when there is none but the header. */
export function disturbed(lines: readonly string[], what: string, place: number): readonly string[] {
  if (lines.length < 2) return lines
  return (disturbances[what] as Disturb)(lines, 1 + (place % (lines.length - 1)))
}

/** One or several wrongs, each at some place. */
export const lineDisturbances: fc.Arbitrary<readonly (readonly [string, number])[]> = fc.array(
  fc.tuple(fc.constantFrom(...lineWrongs), fc.nat(10_000)),
  { minLength: 1, maxLength: 4 },
)
