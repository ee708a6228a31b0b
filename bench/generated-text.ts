/**
 * The words of a generated log: what models stream, what tools print, what people ask.
 *
 * @module
 */
import type { Random } from './random.ts'

const english = (
  ' the| a| we| to| is| in| of| and| need| check| file| test|s| fail|ing| because| the| parser| returns| null| when|' +
  ' cache| is| empty|.|,|\n| fix| by| adding| guard| before| read|ing| next| line|:| src|/stream|.ts|()|`| run| again'
).split('|')
const other = '我们|先|检查|这个|文件|，|然后|运行|测试|。|修复|错误|🙂|naïve| café|Größe'.split('|')
const printed = [
  '    at parseLine (src/stream/lines.ts:42:17)\n',
  ' ✓ reads a torn last line (3 ms)\n',
  'import { open } from "node:fs/promises"\n',
  '\tif (line.length === 0) continue // blank\n',
  '-rw-r--r--  1 dev dev  4096 package.json\n',
  "error TS2322: Type 'string' is not assignable to type 'number'.\n",
  '{"type":"user/message","note":"text that looks like a record"}\n',
  '+  return events.filter((event) => event.seq >= from)\n',
  '-  // C:\\tmp\\cache \\u202e <b>&amp;</b>\n',
  '读取 日志 完成 ✅\n',
]

/** One streamed piece of text, about four characters. */
export const token = (random: Random, foreign: boolean): string =>
  random.pick(foreign && random.next() < 0.6 ? other : english)

/** A sentence of `pieces` tokens. */
export const sentence = (random: Random, pieces: number, foreign = false): string =>
  Array.from({ length: pieces }, () => token(random, foreign)).join('')

/** What a tool prints: lines, about `mean` characters together. */
export function output(random: Random, mean: number): string {
  const length = random.around(mean)
  let text = ''
  while (text.length < length) text += random.pick(printed)
  return text
}
