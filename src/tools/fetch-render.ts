/**
 * A window of `fetch_session` as text.
 *
 * @module
 */
import type { FetchedEvent, FetchValue } from './fetch-value.ts'
import { historyNotice, shown, shownName } from './memory-render.ts'

const omissions = 'Reasoning, bytes of attachments, replay state, token streams and control records are omitted.'

/** The window as a model or a person reads it: its texts, and at most 250 UTF-16 units around each. */
export function renderFetch(value: FetchValue): string {
  const { target_seq: target, start_seq: start, end_seq: end } = value
  return [
    historyNotice,
    `Session: ${shownName(value.session_id, 2000)} | target seq: ${target} | window: ${start}–${end}`,
    `Inherited events: ${value.inherited_event_count}. ${omissions}`,
    ...value.events.map((event) => eventText(event, event.seq === target)),
  ].join('\n')
}

function eventText({ seq, type, surface, text, text_truncated: truncated }: FetchedEvent, isTarget: boolean): string {
  const place = surface === undefined ? '' : ` | ${shownName(surface, 16)}`
  return [
    `\n[${seq}] ${shownName(type, 64)}${place}${isTarget ? ' (target)' : ''}`,
    text === '' ? '(no recalled text)' : shown(text),
    ...(truncated ? ['[Text truncated; re-read this seq with a larger max_chars or a smaller window.]'] : []),
  ].join('\n')
}
