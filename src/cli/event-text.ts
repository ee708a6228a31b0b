/**
 * Events of a log as text: one line each, or all of one. Text of logs is shown, never obeyed.
 *
 * @module
 */
import { isRecord, textOf, type BlockKind, type LogEvent } from '../pipeline/index.ts'
import { renderJson } from '../tools/index.ts'
import { maskText } from '../stages/index.ts'
import { oneLine, when, type Styles } from './text-style.ts'
import { visible } from './visible.ts'

/** Most UTF-16 units of an event's content on its line. */
const maxContent = 160

/** How much of a longer content is looked at for secrets: one that is cut off at the end of the line is found. */
const maskedBeyond = 4096

/** How events are shown. */
export interface EventStyle {
  readonly styles: Styles
  /** Whether secrets of known shapes are masked. */
  readonly redact: boolean
}

/** Seq, time, type and the beginning of what is in the event, on one line. */
export function eventLine(event: LogEvent, { styles, redact }: EventStyle): string {
  const { seq, time, type } = event
  const said = contentOf(event)
  const masked = masks(said.slice(0, maxContent + maskedBeyond), redact)
  const content = masked.length > maxContent ? `${masked.slice(0, maxContent).toWellFormed()}…` : masked.toWellFormed()
  return [styles.bold(String(seq)), styles.dim(when(time)), oneLine(type), oneLine(content)].join('  ').trimEnd()
}

/** All of an event: its line's head, then its JSON. */
export function eventBlock(event: LogEvent, isTarget: boolean, { styles, redact }: EventStyle): string {
  const { seq, time, type } = event
  const head = `${isTarget ? '>' : ' '} ${styles.bold(String(seq))}  ${styles.dim(when(time))}  ${oneLine(type)}`
  const json = JSON.stringify(storedOf(event), null, 2)
  return `${head}\n${visible(masks(json, redact))}\n`
}

/** The event as one line of JSON, as it is: nothing in it is masked. */
export const eventJson = (event: LogEvent): string => renderJson(storedOf(event))

const masks = (text: string, redact: boolean): string => (redact ? maskText(text).text : text)

/** What the log says of it: not where the reader found it. */
const storedOf = ({ position: _, ...event }: LogEvent): object => event

const spoken: ReadonlySet<BlockKind> = new Set<BlockKind>(['text'])

function contentOf({ data }: LogEvent): string {
  if (!isRecord(data)) return JSON.stringify(data) ?? ''
  const message = isRecord(data['message']) ? data['message'] : data
  const text = textOf(message['content'], spoken)
  return text === '' ? JSON.stringify(data) : text
}
