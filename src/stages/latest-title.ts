/**
 * Finds the session's title: the last one given wins.
 *
 * @module
 */
import { isRecord, type LogEvent } from '../pipeline/event.ts'
import { defineStage, type Kernel, type Stage } from '../pipeline/stage.ts'
import { maskedCut, plainCut } from './masked-cut.ts'
import { units } from './unit.ts'

/** A session's title, `null` when it has none. */
export interface Title {
  readonly title: string | null
}

/** Longest title that is shown, in characters (D19). */
const maxCharacters = 200

/** Characters looked at: what could begin before the cut and reach over it. */
const maxLookedAt = 4 * 1024

/** How a title is shown. */
export interface TitleOptions {
  /** Mask secrets in it. @defaultValue true (D20) */
  readonly redact?: boolean
}

/**
 * Makes a title fit to be shown: well-formed, without control characters and secrets, at most 200 characters.
 *
 * Untrusted all the same: a title may be the user's first words, or anything a plugin wrote.
 * @returns the title, `null` when nothing is left of it.
 */
export function safeTitle(title: unknown, { redact = true }: TitleOptions = {}): string | null {
  if (typeof title !== 'string') return null
  const { characters } = units
  const plain = characters.cut(title.toWellFormed().replace(controls, ''), maxLookedAt)
  const { text } = (redact ? maskedCut : plainCut)(characters)(plain, maxCharacters)
  return text === '' ? null : text
}

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u001f\u007f-\u009f]/g

/**
 * Yields exactly one {@link Title}: the last `session/title`, made fit to be shown.
 *
 * Order  the one item, at the end.
 * Holds  one title of at most 200 characters.
 * Cost   one comparison per event.
 * Ends   yields the title.
 *
 * @see DSH `packages/session/session-title/src`: `session/title`
 * @example
 * const [{ title }] = await collect(pipe(memory(events), latestTitle()))
 */
export function latestTitle(options: TitleOptions = {}): Stage<LogEvent, Title> {
  const start = (saved?: Title): Kernel<LogEvent, Title, Title> => {
    let title = saved?.title ?? null
    return {
      push(batch) {
        for (const { type, data } of batch) {
          if (type === 'session/title' && isRecord(data) && typeof data['title'] === 'string')
            title = safeTitle(data['title'], options)
        }
        return 'more'
      },
      end(out) {
        out.push({ title })
      },
      save: () => ({ title }),
    }
  }
  return defineStage('latest-title', start, { reads: ['session/title'], waits: true })
}
