/**
 * Made-up secrets, one or more per kind. None is a credential: each is put together when the tests run, so that no
 * scanner sees a token in this repository.
 *
 * @module
 */

/** A text with one secret in it. */
export interface SecretSample {
  readonly kind: string
  /** The whole text: the secret and what its kind needs around it. */
  readonly text: string
  /** What must not be left of it. */
  readonly secret: string
  /** It has no end of its own: all that follows counts as part of it. */
  readonly isOpen?: true
}

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'
/** Written apart, so that no scanner takes these lines for keys. */
const key = 'KEY'
const hex = `${digits}abcdef`
const alphanumeric = `${lower}${upper}${digits}`
const base64url = `${alphanumeric}-_`

let state = 20_261_130
/** Always the same letters, and a digit and a capital among the first where the alphabet has them. */
function drawn(length: number, alphabet: string = alphanumeric): string {
  const letters = Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return alphabet[Math.floor((state / 2_147_483_648) * alphabet.length)] ?? ''
  })
  if (alphabet.includes('7')) letters[1] = '7'
  if (alphabet.includes('Q')) letters[2] = 'Q'
  return letters.join('')
}

/** The text is the secret. */
const whole = (kind: string, ...parts: readonly string[]): SecretSample => {
  const secret = parts.join('')
  return { kind, text: secret, secret }
}
/** The secret stands between two pieces that stay. */
const within = (kind: string, before: string, secret: string, behind = ''): SecretSample => {
  return { kind, text: `${before}${secret}${behind}`, secret }
}

const claims = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (): string =>
  [claims({ alg: 'HS256', typ: 'JWT' }), claims({ sub: '1234567890', name: 'Nobody' }), drawn(43, base64url)].join('.')
/** Begins as DER in base64 does. */
const lines = (count: number): string =>
  ['MI', ...Array.from({ length: count }, () => `${drawn(64)}\n`)].join('').trimEnd()
const block = (label: string, body: string): string =>
  `${'-'.repeat(5)}BEGIN ${label}${'-'.repeat(5)}\n${body}\n${'-'.repeat(5)}END ${label}${'-'.repeat(5)}`
const userAndPassword = (): string => Buffer.from(`nobody:${drawn(14)}`).toString('base64')

const models: readonly SecretSample[] = [
  whole('anthropic-key', 'sk', '-ant-', 'api03-', drawn(93, base64url), 'AA'),
  whole('anthropic-key', 'sk', '-ant-', 'oat01-', drawn(93, base64url), 'AA'),
  whole('openai-key', 'sk', '-proj-', drawn(74, base64url), 'T3Blbk', 'FJ', drawn(73, base64url), 'A'),
  whole('openai-key', 'sk', '-svcacct-', drawn(74, base64url)),
  whole('openai-key', 'sk', '-admin-', drawn(60, base64url)),
  whole('deepseek-key', 'sk', '-', drawn(32, hex)),
  whole('sk-key', 'sk', '-', drawn(48)),
  whole('sk-key', 'sk', '-or-v1-', drawn(64, hex)),
  whole('sk-key', 'sk', '-', drawn(48, `${lower}${digits}`)),
  whole('sk-key', 'sk', '-test-', 'AAAABBBBCCCCDDDDEEEEFFFF'),
  whole('groq-key', 'gsk', '_', drawn(52)),
  whole('xai-key', 'xai', '-', drawn(80)),
  whole('nvidia-key', 'nvapi', '-', drawn(64, base64url)),
  whole('replicate-key', 'r8', '_', drawn(37)),
  whole('langsmith-key', 'lsv2', '_pt_', drawn(32, hex), '_', drawn(10, hex)),
  whole('huggingface-token', 'hf', '_', drawn(34, `${lower}${upper}`)),
  whole('google-api-key', 'AIza', 'Sy', drawn(33, base64url)),
]

const work: readonly SecretSample[] = [
  ...['p', 'o', 'u', 's', 'r'].map((letter) => whole('github-token', 'gh', letter, '_', drawn(36))),
  whole('github-token', 'github', '_pat_', drawn(22), '_', drawn(59)),
  whole('github-token', 'gh', 's_', '123456', '_', signed()),
  whole('gitlab-token', 'glpat', '-', drawn(20, base64url)),
  whole('gitlab-token', 'glpat', '-', drawn(27, base64url), '.01.', drawn(9, `${lower}${digits}`)),
  whole('gitlab-token', 'glrt', '-', drawn(20, base64url)),
  whole('npm-token', 'npm', '_', drawn(36)),
  whole('pypi-token', 'pypi', '-AgE', 'IcHlwaS5vcmc', drawn(120, base64url)),
  whole('rubygems-key', 'rubygems', '_', drawn(48, hex)),
  whole('docker-token', 'dckr', '_pat_', drawn(27, base64url)),
  whole('aws-access-key-id', 'AK', 'IA', drawn(16, `${upper}234567`)),
  whole('aws-access-key-id', 'AS', 'IA', drawn(16, `${upper}234567`)),
  within('aws-secret-key', 'aws_secret_access_key = ', drawn(40, `${alphanumeric}/+`)),
  within('aws-secret-key', '"SecretAccessKey": "', drawn(40, `${alphanumeric}/+`), '"'),
  whole('google-oauth-token', 'ya29', '.', drawn(100, base64url)),
  whole('google-oauth-token', '1//', '0', drawn(60, base64url)),
  whole('google-oauth-secret', 'GOCSPX', '-', drawn(28, base64url)),
  whole('alibaba-access-key-id', 'LT', 'AI5t', drawn(20)),
  whole('tencent-secret-id', 'AK', 'ID', drawn(32)),
  whole('digitalocean-token', 'dop', '_v1_', drawn(64, hex)),
  whole('cloudflare-token', 'cfut', '_', drawn(40), drawn(8, hex)),
  whole('vercel-token', 'vcp', '_', drawn(56)),
  whole('databricks-token', 'da', 'pi', drawn(32, hex), '-2'),
  whole('vault-token', 'hvs', '.', drawn(92, base64url)),
  whole('tailscale-key', 'tskey', '-auth-', drawn(17), '-', drawn(32)),
  whole('supabase-key', 'sb', '_secret_', drawn(22), '_', drawn(8)),
]

const services: readonly SecretSample[] = [
  whole('slack-token', 'xox', 'b-', drawn(12, digits), '-', drawn(12, digits), '-', drawn(24)),
  whole('slack-token', 'xox', 'p-', drawn(12, digits), '-', drawn(12, digits), '-', drawn(32, hex)),
  whole('slack-token', 'xapp', '-1-A', drawn(10), '-', drawn(13, digits), '-', drawn(64, hex)),
  within(
    'slack-webhook',
    'https://hooks.slack.com/',
    ['services', `T${drawn(8, upper)}`, drawn(10), drawn(24)].join('/'),
  ),
  within('discord-webhook', 'https://discord.com/api/webhooks/', `${drawn(19, digits)}/${drawn(68, base64url)}`),
  whole('telegram-bot-token', drawn(10, digits), ':', 'AA', drawn(33, alphanumeric)),
  whole('stripe-key', 'sk', '_live_', drawn(24)),
  whole('stripe-key', 'rk', '_live_', drawn(24)),
  whole('stripe-webhook-secret', 'wh', 'sec_', drawn(32)),
  whole('sendgrid-key', 'SG', '.', drawn(22, base64url), '.', drawn(43, base64url)),
  whole('twilio-key', 'S', 'K', drawn(32, hex)),
  whole('shopify-token', 'shp', 'at_', drawn(32, hex)),
  whole('notion-token', 'ntn', '_', drawn(11, digits), drawn(35)),
  whole('linear-key', 'lin', '_api_', drawn(40)),
  whole('figma-token', 'figd', '_', drawn(40, base64url)),
  whole('grafana-token', 'glsa', '_', drawn(32), '_', drawn(8, hex)),
  whole('sentry-token', 'sntr', 'ys_', drawn(80)),
  whole('atlassian-token', 'ATA', 'TT3', drawn(180, base64url), '=', drawn(8, hex)),
  whole('postman-key', 'PM', 'AK-', drawn(24, hex), '-', drawn(34, hex)),
  whole('new-relic-key', 'NR', 'AK-', drawn(27, `${upper}${digits}`)),
  whole('one-password-token', 'ops', '_', claims({ signInAddress: 'example.com' }), drawn(200, base64url)),
  whole(
    'one-password-key',
    'A',
    '3-',
    [6, 6, 5, 5, 5, 5].map((length) => drawn(length, `${upper}${digits}`)).join('-'),
  ),
]

const inPlace: readonly SecretSample[] = [
  whole('jwt', signed()),
  within('bearer-token', 'Authorization: Bearer ', drawn(40)),
  within('bearer-token', `-H 'authorization: bearer `, `FAKE-TOKEN-0123456789abcdef`, `'`),
  within('bearer-token', '"headers": {"Authorization": "Bearer ', drawn(32, hex), '"}'),
  within('basic-auth', 'Authorization: Basic ', userAndPassword()),
  within('basic-auth', '{"auths": {"example.com": {"auth": "', userAndPassword(), '"}}}'),
  within('authorization', 'Authorization: token ', drawn(40, hex)),
  within('authorization', '.set("Authorization", "', drawn(32), '")'),
  within('url-password', 'postgres://app:', drawn(18), '@db.example.com:5432/app'),
  within('url-password', 'https://user:', 'fakepass', '@host.example/'),
  within('url-password', 'mongodb+srv://app:', `p@ss!${drawn(9)}`, '@cluster.example.com/'),
  within('url-password', 'redis://:', drawn(12), '@cache:6379/0'),
  within('url-password', 'https://', drawn(40, `${lower}${digits}`), '@git.example.com/a/b.git'),
  within('curl-user', 'curl -sS -u deploy:', drawn(12), ' https://example.com/api'),
  within('curl-user', `curl --user 'deploy:`, 'hunter2', `' https://example.com/api`),
]

const assigned: readonly SecretSample[] = [
  within('password', 'DB_PASSWORD=', drawn(12)),
  within('password', 'POSTGRES_PASSWORD=', 'correcthorse'),
  within('password', '{"password":"', 'fake-hunter2-fake', '"}'),
  within('password', String.raw`{\"password\":\"`, drawn(10), String.raw`\"}`),
  within('password', '  password: ', 'SecureHorse123'),
  within('password', `password = '`, 'Tr0ub4dor&3', `'`),
  within('password', 'psql --password ', drawn(14)),
  within('password', 'mysql --password=', drawn(14)),
  within('password', 'Server=db;User Id=sa;Password=', `${drawn(6)}!${drawn(5)}`, ';Encrypt=true'),
  within('password', '<password>', drawn(11), '</password>'),
  within('password', 'password: "', 'str0ngpass', '"'),
  within('password', 'password = ', 'MyPassword123'),
  within('password', 'password=', 'abc123=def=='),
  within('password', 'smtp_pass: "', drawn(9), '"'),
  within('password', '密码：', drawn(10)),
  within('password', '密码是', drawn(10)),
  within('password', 'the password is ', 'hunter22'),
  within('secret', 'client_secret: "', drawn(32), '"'),
  within('secret', 'SECRET_KEY_BASE=', drawn(64, hex)),
  within('secret', `const jwtSecret: string = '`, drawn(24), `'`),
  within('token', 'ACCESS_TOKEN=', drawn(30)),
  within('token', 'curl --token ', drawn(24)),
  within('token', 'https://api.example.com/v1?access_token=', drawn(24), '&page=2'),
  within('token', '//packages.example.com/:_authToken=', drawn(40)),
  within('token', 'TWILIO_AUTH_TOKEN=', drawn(32, hex)),
  within('token', `"token": "`, drawn(40, hex), `"`),
  within('key', '"API_KEY":"', 'FAKE-META-KEY-123456', '"'),
  within('key', 'x-api-key: ', drawn(32)),
  within('key', `apiKey: '`, drawn(24), `',`),
  within('key', 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=', `${drawn(86)}==`, ';'),
  within('key', '密钥：', drawn(24)),
  within('key', 'PrivateKey = ', `${drawn(43)}=`),
]

const blocks: readonly SecretSample[] = [
  ...['RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED ', ''].map((type) => {
    return whole('private-key', block(`${type}PRIVATE ${key}`, lines(4)))
  }),
  whole('private-key', block(`PGP PRIVATE ${key} BLOCK`, `\n${lines(4)}\n=${drawn(4)}`)),
  // The end is missing: everything behind the opening goes.
  { ...whole('private-key', block(`PRIVATE ${key}`, lines(3)).slice(0, 120)), isOpen: true },
  // As it stands in a JSON string.
  within('private-key', '{"private_key": "', block(`PRIVATE ${key}`, lines(2)).replaceAll('\n', String.raw`\n`), '"}'),
  within(
    'putty-private-key',
    'PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1',
    `\n${drawn(48)}\nPrivate-MAC: ${drawn(64, hex)}`,
  ),
  whole('age-secret-key', 'AGE-SECRET', '-KEY-1', drawn(58, `${upper}${digits}`)),
]

/** Every kind at least once. */
export const secretSamples: readonly SecretSample[] = [
  ...models,
  ...work,
  ...services,
  ...inPlace,
  ...assigned,
  ...blocks,
]

/** Texts that look like secrets and are none. Whole lines: each stays as it is, alone or beside the others. */
export const harmlessTexts: readonly string[] = [
  `commit ${drawn(40, hex)}`,
  `sha256:${drawn(64, hex)} and md5 ${drawn(32, hex)}`,
  `"integrity": "sha512-${drawn(86)}=="`,
  'session-0b0e6c1e-0000-4000-8000-000000000001',
  `data:image/png;base64,iVBORw0KGgo${drawn(200, `${alphanumeric}+/`)}==`,
  `/srv/app/${drawn(20)}/node_modules/.cache/${drawn(32, hex)}.json`,
  'pip install sk-learn sk-learn-contrib-examples-2024',
  'the task-based disk-backed risk-aware desk-2024-0123456789abcdef',
  'sk-xxxxxxxxxxxxxxxxxxxxxxxx and sk-... and sk-ant-...',
  `export ANTHROPIC_API_KEY=sk-ant-...`,
  'export OPENAI_API_KEY=your-key-here',
  'API_KEY="$API_KEY" TOKEN=${TOKEN} PASSWORD=%PASSWORD% SECRET={{ secret }} KEY=<your key>',
  'password: string',
  'password: string | undefined; token?: string; apiKey!: string',
  'interface Login { user: string; password: string; token: Uint8Array; secret: Buffer }',
  'const token = getToken()',
  'const token = await getToken2(user.id)',
  'this.password = newPassword2; self.token = token1',
  'token = request.headers.token2',
  'secret: BigUint64Array, token: base64url, password: sha256, key = HS256, api_key: ed25519',
  'password = process.env.DB_PASSWORD',
  `apiKey: process.env['API_KEY2'],`,
  'if (token === undefined) throw new Error("token is missing")',
  'max_tokens: 8192, total_tokens=123456, tokens: 4096, token_count=99',
  'tokenizer: cl100k_base, secretary: nobody2, keyboard=de105, passenger: 12A',
  `<input type="password" name="password" placeholder="Password">`,
  `{"type": "password", "password": {"type": "string", "minLength": 8}}`,
  '"password": "string", "token": "string", "secret": null',
  'password: "Enter your password"',
  `label: t('auth.password'), password: 'auth.password.label'`,
  'The password is required. The token is valid for 3600s. The secret is out.',
  'PWD=/srv/app OLDPWD=/srv pwd && ls -la',
  '密码是必填项，密码：至少八位。口令为空，密钥为空，令牌是token',
  'npm_config_registry npm_lifecycle_event npm_package_json',
  'AKIA is how they start, AIza too, and eyJ is base64 of a brace',
  `base64 has AKIA inside: ${drawn(10)}AKIA${drawn(40)}`,
  'ghp_xxx hf_hub_download xoxb-your-token SG.1 glpat-abc',
  'Bearer authentication uses Authorization: Bearer <token> or Bearer ${token}',
  'Basic authentication is basic; Basic HTTP',
  'https://user:$PASSWORD@host https://user:<password>@host https://user:***@host',
  'docker run -u 1000:1000 app; curl -u user:$PASSWORD https://host; git push -u origin:main',
  'git@github.com:owner/name.git ssh://git@host:22/a http://localhost:3000/@scope/name',
  'mail nobody@example.com or see http://a.example.com:8080, then ask somebody@example.com',
  `if (pem.includes('${'-'.repeat(5)}BEGIN PRIVATE ${key}${'-'.repeat(5)}')) return`,
  `${'-'.repeat(5)}BEGIN CERTIFICATE${'-'.repeat(5)}\n${drawn(64)}\n${'-'.repeat(5)}END CERTIFICATE${'-'.repeat(5)}`,
  `${'-'.repeat(5)}BEGIN PUBLIC ${key}${'-'.repeat(5)}\n${drawn(64)}\n${'-'.repeat(5)}END PUBLIC ${key}${'-'.repeat(5)}`,
  '| --- | --- | --- |',
  '='.repeat(80),
  'token::Token2 std::token::Kind token -> Token3',
  '"cacheKey": "a1b2c3d4e5f6", "primaryKey": "id0000001", key="item-1234567890"',
  'at 2026-11-30T12:00:00.000Z 1234567890:ABC 12:34:56',
  `"signature": "EqQBCkYIBxgCKkB${drawn(120, `${alphanumeric}+/`)}=="`,
  'RFC 6750: bearer tokens; JWT: header.payload.signature',
  '0x52908400098527886E0F7030069857D2E4169EE7 is an address; token: 0x52908400098527886E0F7030069857D2E4169EE7',
]
