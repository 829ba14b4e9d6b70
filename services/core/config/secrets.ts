import type { Config } from './config.ts'

/**
 * Removes secrets from logs, stored errors and messages to operators. Secrets of this installation are matched by
 * value, others by their form.
 */

const placeholder = '[secret]'

/**
 * Environment variables that hold secrets. Several values are separated by commas; a value `kid:secret` starts with a
 * key id.
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
 * Minimum length of a secret that is searched for by its value. Shorter ones would match parts of ordinary words and
 * numbers.
 */
const minLength = 6
/** Length from which a secret is also found inside a longer word, because it is unique enough. */
const uniqueLength = 16

let knownSecrets: RegExp | undefined
const values = new Set<string>()

/** Adds the secrets of a configuration to those that are hidden in everything this process writes. */
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
 * A password that equals its user name, as in development, is not hidden. Otherwise half of every log line would be
 * hidden.
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
 * Characters of a value in a text. A space, a quotation mark or a backslash ends it; inside JSON a backslash precedes
 * the quotation mark.
 */
const valueCharacter = String.raw`[^\s"'<>\\]`
const secretFields =
  'authorization|init_data|initData|phone|phone_number|access_token|refresh_token|token|password|SignatureProvided'
const secretParameters =
  'X-Amz-Signature|X-Amz-Credential|X-Amz-Security-Token|SignatureValue|signature|hash|init_data|contact|token|access_token|password'

const secretForms: [RegExp, string][] = [
  // A password in a URL: user:password@host.
  [/(:\/\/)[^\s/"\\@:]*:[^\s/"\\@]*@/g, `$1${placeholder}@`],
  // A bot's token, also inside a URL.
  [/(?<!\d)\d{5,}:[\w-]{30,}/g, placeholder],
  // Launch data, plain or URL-encoded, and the header that carries them. The pattern matches only from the beginning of
  // a word: trying every character as a start would take quadratic time.
  [
    new RegExp(`(?<!${valueCharacter})${valueCharacter}*auth_date(?:=|%3D)${valueCharacter}*`, 'g'),
    placeholder,
  ],
  [/\b(tma|Bearer|Basic) [\w%=&.+/~-]{16,}/gi, `$1 ${placeholder}`],
  // Session tokens.
  [/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, placeholder],
  // Signatures in URLs.
  [new RegExp(`\\b(${secretParameters})(=|%3D)[^\\s"'<>\\\\&#]+`, 'gi'), `$1$2${placeholder}`],
  // Phone numbers: any with a plus, and Russian mobile numbers without one, as Telegram sends them.
  [/\+\d(?:[\s()-]{0,2}\d){9,14}(?!\d)/g, placeholder],
  [/(?<=["'(=\s])[78]9\d{9}(?=["'),.;\s\\])/g, placeholder],
  // Rows that Postgres quotes in constraint errors.
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

/** Message of an error, without secrets. */
export function safeMessage(error: unknown): string {
  return withoutSecrets(error instanceof Error ? error.message : String(error))
}
