/**
 * Tokens of the places where code is kept, built and published, and of the clouds it runs in.
 *
 * @module
 */
import { dotted, word } from './runs.ts'
import type { SecretRow } from './secret-row.ts'
import { token } from './token.ts'

const github =
  'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github'
const githubApps =
  'https://github.blog/changelog/2026-05-15-github-app-installation-tokens-per-request-override-header/'
const google = 'https://developers.google.com/identity/protocols/oauth2/web-server'

/** One row per shape. */
export const workTokens: readonly SecretRow[] = [
  token('github-token', github, { openings: ['ghp_', 'gho_', 'ghu_', 'ghr_'], least: '[A-Za-z0-9]{36}' }),
  token('github-token', githubApps, { openings: ['ghs_'], least: '[A-Za-z0-9_]{36}', rest: dotted }),
  token('github-token', github, { openings: ['github_pat_'], least: '[A-Za-z0-9_]{36}', rest: word }),
  token('gitlab-token', 'https://docs.gitlab.com/security/tokens/#token-prefixes', {
    openings: [
      'glpat-',
      'gloas-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'glsoat-',
      'glffct-',
      'glwt-',
      'GR1348941',
    ],
    least: '[A-Za-z0-9_-]{20}',
    rest: dotted,
  }),
  token('npm-token', 'https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format/', {
    openings: ['npm_'],
    least: '[A-Za-z0-9]{36}',
  }),
  token('pypi-token', 'https://pypi.org/help/#apitoken', {
    openings: ['pypi-AgE'],
    least: '[A-Za-z0-9_-]{32}',
    rest: word,
  }),
  token('rubygems-key', 'https://guides.rubygems.org/api-key-scopes/', {
    openings: ['rubygems_'],
    least: '[0-9a-f]{48}',
  }),
  token('docker-token', 'https://docs.docker.com/security/access-tokens/', {
    openings: ['dckr_pat_', 'dckr_oat_'],
    least: '[A-Za-z0-9_-]{27}',
    rest: word,
  }),
  token('aws-access-key-id', 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html', {
    openings: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    least: '[A-Z0-9]{16}',
    exact: true,
    own: true,
  }),
  token('google-oauth-token', google, { openings: ['ya29.'], least: '[A-Za-z0-9_-]{20}', rest: dotted, own: true }),
  token('google-oauth-token', google, { openings: ['1//0'], least: '[A-Za-z0-9_-]{38}', rest: word, own: true }),
  token('google-oauth-secret', google, { openings: ['GOCSPX-'], least: '[A-Za-z0-9_-]{24}', rest: word }),
  token('alibaba-access-key-id', 'https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair', {
    openings: ['LTAI'],
    least: '[A-Za-z0-9]{12,26}',
    exact: true,
    own: true,
  }),
  token('tencent-secret-id', 'https://www.tencentcloud.com/document/product/598/32675', {
    openings: ['AKID'],
    least: '[A-Za-z0-9]{32}',
    exact: true,
    own: true,
  }),
  token('digitalocean-token', 'https://docs.digitalocean.com/reference/api/create-personal-access-token/', {
    openings: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    least: '[0-9a-f]{64}',
  }),
  token('cloudflare-token', 'https://developers.cloudflare.com/fundamentals/api/get-started/token-formats', {
    openings: ['cfk_', 'cfut_', 'cfat_'],
    least: '[A-Za-z0-9]{40}',
    own: true,
  }),
  token('vercel-token', 'https://vercel.com/changelog/new-token-formats-and-secret-scanning', {
    openings: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'],
    least: '[A-Za-z0-9]{20}',
    own: true,
  }),
  token(
    'databricks-token',
    'https://docs.aws.amazon.com/secretsmanager/latest/userguide/mes-partner-DatabricksPAT.html',
    {
      openings: ['dapi'],
      least: '[0-9a-f]{32}',
      rest: word,
      own: true,
    },
  ),
  token('vault-token', 'https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes', {
    openings: ['hvs.', 'hvb.', 'hvr.'],
    least: '[A-Za-z0-9_-]{24}',
    rest: word,
    own: true,
  }),
  token('tailscale-key', 'https://tailscale.com/kb/1085/auth-keys', {
    openings: ['tskey-'],
    least: '[a-z]{2,20}-[A-Za-z0-9_]{6,40}-[A-Za-z0-9_]{16}',
    rest: word,
  }),
  token('supabase-key', 'https://supabase.com/docs/guides/api/api-keys', {
    openings: ['sb_secret_', 'sbp_'],
    least: '[A-Za-z0-9_-]{20}',
    rest: word,
    own: true,
  }),
]
