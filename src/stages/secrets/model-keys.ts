/**
 * Keys of model providers.
 *
 * @module
 */
import { beginsHyphenWord, endOfRun, hexDigits, word } from './runs.ts'
import type { SecretRow } from './secret-row.ts'
import { token } from './token.ts'

const scanner = 'https://github.com/trufflesecurity/trufflehog/blob/main/pkg/detectors'

/** How much of an `sk-` key is looked at before it counts as one. */
const looked = 64

/**
 * The shape many providers share, hard to tell from a hyphenated name: `sk-` and a piece of 16 letters and digits or
 * more that no word is, because it has a digit or a capital in it. `sk-learn-contrib-examples-2` has none.
 */
const skKey: SecretRow = {
  kind: 'sk-key',
  source: 'https://platform.openai.com/docs/api-reference/authentication',
  openings: ['sk-'],
  find(text, at) {
    if (!text.startsWith('sk-', at) || !beginsHyphenWord(text, at)) return undefined
    const last = Math.min(text.length, at + 3 + looked)
    for (let index = at + 3, piece = 0, isPlain = true; index < last; index++) {
      const unit = text.charCodeAt(index)
      if (unit === 0x2d || unit === 0x5f) {
        piece = 0
        isPlain = true
        continue
      }
      const isLower = unit >= 0x61 && unit <= 0x7a
      const isOther = (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a)
      if (!isLower && !isOther) return undefined
      piece += 1
      isPlain &&= isLower
      if (piece >= 16 && !isPlain) return { start: at, end: endOfRun(text, index, word) }
    }
    return undefined
  },
}

/** One row per shape. */
export const modelKeys: readonly SecretRow[] = [
  token('anthropic-key', 'https://docs.anthropic.com/en/api/admin-api/apikeys/get-api-key', {
    openings: ['sk-ant-'],
    least: '[A-Za-z0-9_-]{16}',
    rest: word,
  }),
  token('openai-key', 'https://platform.openai.com/docs/api-reference/project-api-keys', {
    openings: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
    least: '[A-Za-z0-9_-]{16}',
    rest: word,
  }),
  token('deepseek-key', `${scanner}/deepseek/deepseek.go`, {
    openings: hexDigits.map((digit) => `sk-${digit}`),
    least: '[0-9a-f]{31}',
    rest: word,
    exact: true,
    own: true,
  }),
  skKey,
  token('groq-key', `${scanner}/groq/groq.go`, { openings: ['gsk_'], least: '[A-Za-z0-9]{40}' }),
  token('xai-key', `${scanner}/xai/xai.go`, { openings: ['xai-'], least: '[A-Za-z0-9_]{70}', rest: word, own: true }),
  token('nvidia-key', `${scanner}/nvapi/nvapi.go`, { openings: ['nvapi-'], least: '[A-Za-z0-9_-]{60}', rest: word }),
  token('replicate-key', `${scanner}/replicate/replicate.go`, {
    openings: ['r8_'],
    least: '[A-Za-z0-9_-]{37}',
    rest: word,
    own: true,
  }),
  token('langsmith-key', `${scanner}/langsmith/langsmith.go`, {
    openings: ['lsv2_pt_', 'lsv2_sk_'],
    least: '[0-9a-f]{32}',
    rest: word,
  }),
  token('huggingface-token', 'https://huggingface.co/docs/hub/security-tokens', {
    openings: ['hf_', 'api_org_'],
    least: '[A-Za-z0-9]{30}',
    own: true,
  }),
  token('google-api-key', 'https://cloud.google.com/docs/authentication/api-keys', {
    openings: ['AIza'],
    least: '[A-Za-z0-9_-]{35}',
    rest: word,
    exact: true,
    own: true,
  }),
]
