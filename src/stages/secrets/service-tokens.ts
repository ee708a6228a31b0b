/**
 * Tokens of services: messages, payment, documents, design, observation.
 *
 * @module
 */
import { characterClass, endOfRun, hexDigits, token68, word } from './runs.ts'
import type { SecretRow } from './secret-row.ts'
import { token } from './token.ts'

const scanner = 'https://github.com/trufflesecurity/trufflehog/blob/main/pkg/detectors'
const path = characterClass(/[A-Za-z0-9_/-]/)

/** The bot's number stands before the opening. */
const telegramToken: SecretRow = {
  kind: 'telegram-bot-token',
  source: 'https://core.telegram.org/bots/features#botfather',
  openings: [':AA'],
  find(text, at) {
    telegramSecret.lastIndex = at
    if (!telegramSecret.test(text)) return undefined
    let start = at
    while (start > 0 && at - start < 10 && isDigit(text.charCodeAt(start - 1))) start -= 1
    return at - start < 6 ? undefined : { start, end: endOfRun(text, telegramSecret.lastIndex, word) }
  },
}
const telegramSecret = /:AA[A-Za-z0-9_-]{32}/y
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

/** One row per shape. */
export const serviceTokens: readonly SecretRow[] = [
  token('slack-token', 'https://docs.slack.dev/authentication/tokens', {
    openings: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxo-', 'xoxr-', 'xoxs-', 'xoxc-', 'xoxd-', 'xoxe-', 'xoxe.xox', 'xapp-'],
    least: '(?=[A-Za-z0-9%_-]{0,15}[0-9])[A-Za-z0-9%_-]{16}',
    rest: characterClass(/[A-Za-z0-9%_-]/),
  }),
  token('slack-webhook', 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks', {
    openings: ['hooks.slack.com/'],
    least: '(?:services|workflows|triggers)/[A-Za-z0-9_/-]{20}',
    rest: path,
    shown: 'hooks.slack.com/'.length,
  }),
  token('discord-webhook', 'https://discord.com/developers/docs/resources/webhook', {
    openings: ['api/webhooks/'],
    least: '[0-9]{6,24}/[A-Za-z0-9_-]{20}',
    rest: word,
    shown: 'api/webhooks/'.length,
  }),
  telegramToken,
  token('stripe-key', 'https://docs.stripe.com/keys', {
    openings: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    least: '[A-Za-z0-9]{16}',
  }),
  token('stripe-webhook-secret', 'https://docs.stripe.com/webhooks', {
    openings: ['whsec_'],
    least: '[A-Za-z0-9+/]{24}',
  }),
  token('sendgrid-key', `${scanner}/sendgrid/sendgrid.go`, {
    openings: ['SG.'],
    least: String.raw`[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16}`,
    rest: word,
    own: true,
  }),
  token('twilio-key', 'https://www.twilio.com/docs/glossary/what-is-a-sid', {
    openings: hexDigits.map((digit) => `SK${digit}`),
    least: '[0-9a-f]{31}',
    exact: true,
    own: true,
  }),
  token('shopify-token', 'https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens', {
    openings: ['shpat_', 'shpss_', 'shpca_', 'shppa_'],
    least: '[A-Za-z0-9]{32}',
  }),
  token('notion-token', 'https://developers.notion.com/page/changelog', {
    openings: ['ntn_'],
    least: '[A-Za-z0-9]{40}',
    own: true,
  }),
  token('linear-key', `${scanner}/linearapi/linearapi.go`, {
    openings: ['lin_api_'],
    least: '[A-Za-z0-9_]{32}',
    rest: word,
  }),
  token('figma-token', 'https://www.figma.com/developers/api#access-tokens', {
    openings: ['figd_', 'figo_'],
    least: '[A-Za-z0-9_-]{32}',
    rest: word,
  }),
  token('grafana-token', 'https://grafana.com/docs/grafana/latest/administration/service-accounts/', {
    openings: ['glsa_', 'glc_'],
    least: '[A-Za-z0-9+/]{32}',
    rest: token68,
    own: true,
  }),
  token('sentry-token', 'https://docs.sentry.io/account/auth-tokens/', {
    openings: ['sntrys_', 'sntryu_'],
    least: '[A-Za-z0-9+/_]{32}',
    rest: token68,
  }),
  token(
    'atlassian-token',
    'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
    {
      openings: ['ATATT3', 'ATCTT3', 'ATBB'],
      least: '[A-Za-z0-9_=-]{28}',
      rest: token68,
      own: true,
    },
  ),
  token('postman-key', 'https://learning.postman.com/docs/developer/postman-api/authentication/', {
    openings: ['PMAK-'],
    least: '[0-9a-f]{24}-[0-9a-f]{34}',
  }),
  token('new-relic-key', 'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/', {
    openings: ['NRAK-'],
    least: '[A-Z0-9]{27}',
  }),
  token('one-password-token', 'https://developer.1password.com/docs/service-accounts/', {
    openings: ['ops_eyJ'],
    least: '[A-Za-z0-9+/_-]{64}',
    rest: token68,
  }),
  token('one-password-key', 'https://support.1password.com/secret-key-security/', {
    openings: ['A3-'],
    least: '[A-Z0-9]{6}-(?:[A-Z0-9]{6}-[A-Z0-9]{5}|[A-Z0-9]{11})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}',
    exact: true,
    own: true,
  }),
]
