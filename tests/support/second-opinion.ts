/**
 * What another scanner finds in a text: secretlint with its recommended rules.
 *
 * @module
 */
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'

/** Something it takes for a secret. */
export interface SecondOpinion {
  /** As `github` or `basicauth`. */
  readonly rule: string
  readonly start: number
  readonly end: number
}

const preset = '@secretlint/secretlint-rule-preset-recommend'
// Off in the preset, because an access key id alone opens nothing. We mask it, so we ask for it.
const rules = [{ id: '@secretlint/secretlint-rule-aws', options: { enableIDScanRule: true } }]

/** What it takes for a secret in `text`. A comment in the text that would switch it off is not obeyed. */
export async function secondOpinion(text: string): Promise<SecondOpinion[]> {
  const content = text.replaceAll('secretlint-', 'secretlint_')
  const { messages } = await lintSource({
    source: { filePath: 'message.txt', ext: '.txt', contentType: 'text', content },
    options: { noPhysicFilePath: true, config: { rules: [{ id: preset, rule: creator, rules }] } },
  })
  return messages.map(({ ruleId, range: [start, end] }) => ({
    rule: ruleId.replace(/^.*secretlint-rule-/, ''),
    start,
    end,
  }))
}
