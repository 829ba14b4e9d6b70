import type { Config } from './config.ts'

/**
 * Removes secrets from logs, stored errors and messages to operators. Secrets of this installation are found by their
 * value, all others by their form.
 */

const placeholder = '[secret]'

/**
 * Environment variables that contain secrets. A variable may contain several values, separated by commas. A value of
 * the form `kid:secret` starts with a key id.
 */
export const secretNames = [
  'BOT_TOKEN',
  'BOT_WEBHOOK_SECRET',
  'JWT_SECRETS',
  'PHONE_KEY',
  'DEPARTURE_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ROBOKASSA_PASSWORD_1',
  'ROBOKASSA_PASSWORD_2',
  'ROBOKASSA_PASSWORD_3',
  'ROBOKASSA_OTHER_PASSWORD_1',
  'ROBOKASSA_OTHER_PASSWORD_2',
  'DEAD_MAN_URL',
] as const satisfies (keyof Config)[]

/**
 * Minimum length of a secret that is searched for by its value. A shorter value would match parts of ordinary words and
 * numbers.
 */
const minLength = 6
/**
 * Minimum length of a secret that is also hidden inside a longer word. A shorter secret is hidden only as a whole word.
 */
const uniqueLength = 16

let knownSecrets: RegExp | undefined
const values = new Set<string>()

/** Registers the secrets of a configuration. From then on they are hidden in everything that this process writes. */
export function hideSecretsOf(config: Partial<Config>): void {
  for (const value of secretsOf(config)) for (const form of formsOf(value)) values.add(form)
  const longestFirst = [...values].sort((one, other) => other.length - one.length)
  if (longestFirst.length > 0) knownSecrets = new RegExp(longestFirst.map(patternOf).join('|'), 'gu')
}

function secretsOf(config: Partial<Config>): string[] {
  const namedValues = secretNames.flatMap((name) => String(config[name] ?? '').split(','))
  const parts = namedValues.flatMap((value) => [value, /^[\w-]+:([^/].*)$/.exec(value)?.[1] ?? ''])
  const urlPasswords = Object.values(config).flatMap((value) =>
    typeof value === 'string' && URL.canParse(value) ? passwordsIn(new URL(value)) : [],
  )
  return [...parts, ...urlPasswords].filter(({ length }) => length >= minLength)
}

/**
 * Returns the password in a URL, unless the password equals the user name, as in development. Hiding such a word would
 * make every log line unreadable.
 */
function passwordsIn({ username, password }: URL): string[] {
  const plain = decodeURIComponent(password)
  return plain === decodeURIComponent(username) ? [] : [plain]
}

const formsOf = (value: string) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]

function patternOf(value: string): string {
  const exact = value.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return value.length < uniqueLength ? `(?<![\\p{L}\\d])${exact}(?![\\p{L}\\d])` : exact
}

/**
 * Pattern for a character of a secret value in a text. The value ends at a space, a quotation mark or a backslash;
 * inside JSON a backslash stands before the quotation mark.
 */
const valueCharacter = String.raw`[^\s"'<>\\]`
const secretFields =
  'authorization|init_data|initData|phone|phone_number|access_token|refresh_token|token|password|SignatureProvided'
const secretParameters =
  'X-Amz-Signature|X-Amz-Credential|X-Amz-Security-Token|SignatureValue|signature|hash|init_data|contact|token|access_token|password'

const secretForms: [RegExp, string][] = [
  // A password inside a URL, such as user:password@host.
  [/(:\/\/)[^\s/"\\@:]*:[^\s/"\\@]*@/g, `$1${placeholder}@`],
  // The token of a Telegram bot, also inside a URL.
  [/(?<!\d)\d{5,}:[\w-]{30,}/g, placeholder],
  // A private key of age, which opens backups.
  [/AGE-SECRET-KEY-1[\dA-Z]+/gi, placeholder],
  // Telegram's launch data, plain or URL-encoded, and the HTTP header with launch data. A match can start only at the
  // beginning of a word, because trying every character as a start would take quadratic time.
  [
    new RegExp(`(?<!${valueCharacter})${valueCharacter}*auth_date(?:=|%3D)${valueCharacter}*`, 'g'),
    placeholder,
  ],
  [/\b(tma|Bearer|Basic) [\w%=&.+/~-]{16,}/gi, `$1 ${placeholder}`],
  // Tokens of sessions.
  [/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, placeholder],
  // Signatures in the parameters of a URL.
  [new RegExp(`\\b(${secretParameters})(=|%3D)[^\\s"'<>\\\\&#]+`, 'gi'), `$1$2${placeholder}`],
  // Phone numbers: any number with a plus, and Russian mobile numbers without a plus, as Telegram sends them.
  [/\+\d(?:[\s()-]{0,2}\d){9,14}(?!\d)/g, placeholder],
  [/(?<=["'(=\s])[78]9\d{9}(?=["'),.;\s\\])/g, placeholder],
  // Rows of data that Postgres quotes in the error for a violated constraint.
  [/(Failing row contains )\((?:[^"\\]|\\.)*\)/g, `$1(${placeholder})`],
  [new RegExp(`("(?:${secretFields})":)(?:"(?:[^"\\\\]|\\\\.)*"|\\d+)`, 'gi'), `$1"${placeholder}"`],
]

/** Returns the text without secrets. A line of JSON stays valid JSON. */
export function withoutSecrets(text: string): string {
  const withoutOwnSecrets = knownSecrets ? text.replace(knownSecrets, placeholder) : text
  return secretForms.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    withoutOwnSecrets,
  )
}

/** Returns the message of an error without its secrets. */
export function safeMessage(error: unknown): string {
  return withoutSecrets(error instanceof Error ? error.message : String(error))
}
