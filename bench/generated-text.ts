/**
 * The words of a generated log: what models stream, what tools print, what people ask.
 *
 * @module
 */
import { random as seeded, type Random } from './random.ts'

/**
 * How well the text packs. `repetitive`: few phrases, over and over, as code and tools' output do. `varied`: twenty
 * thousand words, each as likely as any other, so that little is said twice.
 */
export type TextKind = 'repetitive' | 'varied'

/** Tells text. */
export interface Words {
  /** One streamed piece of text, about four characters. */
  token(foreign: boolean): string
  /** A sentence of `pieces` tokens. */
  sentence(pieces: number, foreign?: boolean): string
  /** What a tool prints: lines, about `mean` characters together. */
  output(mean: number): string
}

/** The words of one log. */
export function wordsOf(random: Random, kind: TextKind): Words {
  const [phrases, lines] = kind === 'varied' ? varied() : [english, printed]
  const token = (foreign: boolean): string => random.pick(foreign && random.next() < 0.6 ? other : phrases)
  return {
    token,
    sentence: (pieces, foreign = false) => Array.from({ length: pieces }, () => token(foreign)).join(''),
    output(mean) {
      const length = random.around(mean)
      let text = ''
      while (text.length < length) text += random.pick(lines)
      return text
    },
  }
}

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

/** Made once per log, from a seed of its own: twenty thousand words, and as many lines of eight of them. */
function varied(): [phrases: readonly string[], lines: readonly string[]] {
  const { int, pick } = seeded(26)
  const made = <T>(make: () => T): T[] => Array.from({ length: 20_000 }, make)
  const letters = (length: number): string => Array.from({ length }, () => String.fromCharCode(int(97, 122))).join('')
  const words = made(() => ` ${letters(int(1, 5))}`)
  return [words, made(() => `${Array.from({ length: 8 }, () => pick(words)).join('')}\n`)]
}
