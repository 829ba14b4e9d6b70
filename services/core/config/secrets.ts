import type { Config } from './config.ts'

/**
 * The one place that knows what must not be written anywhere: in a log, in the text of an error that is stored, or in
 * what an operator reads. Secrets of this installation are known by their value, all others by their shape.
 */

const hidden = '[secret]'

/** Variables that are secrets; several values stand with commas between them, and `kid:secret` names a key. */
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

/** A shorter one would take parts of ordinary words and numbers with it. */
const shortest = 6
/** A longer one stands for nothing else, whatever it touches. */
const unmistakable = 16

let known: RegExp | undefined
const values = new Set<string>()

/** Hides the secrets of a configuration from now on, in whatever this process writes. */
export function hideSecretsOf(config: Partial<Config>): void {
  for (const value of secretsOf(config)) for (const form of formsOf(value)) values.add(form)
  const longestFirst = [...values].sort((one, other) => other.length - one.length)
  if (longestFirst.length > 0) known = new RegExp(longestFirst.map(patternOf).join('|'), 'gu')
}

function secretsOf(config: Partial<Config>): string[] {
  const named = secretNames.flatMap((name) => String(config[name] ?? '').split(','))
  const parts = named.flatMap((value) => [value, /^[\w-]+:([^/].*)$/.exec(value)?.[1] ?? ''])
  const inAddresses = Object.values(config).flatMap((value) =>
    typeof value === 'string' && URL.canParse(value) ? passwordsIn(new URL(value)) : [],
  )
  return [...parts, ...inAddresses].filter(({ length }) => length >= shortest)
}

/** The user's name as password is what a machine of development has, and hiding it would hide half of every line. */
function passwordsIn({ username, password }: URL): string[] {
  const plain = decodeURIComponent(password)
  return plain === decodeURIComponent(username) ? [] : [plain]
}

const formsOf = (value: string) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]

function patternOf(value: string): string {
  const exact = value.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return value.length < unmistakable ? `(?<![\\p{L}\\d])${exact}(?![\\p{L}\\d])` : exact
}

/** Texts end at these; a quotation mark inside a line of JSON is preceded by a stroke. */
const inText = String.raw`[^\s"'<>\\]`
const fields =
  'authorization|init_data|initData|phone|phone_number|access_token|refresh_token|token|password|SignatureProvided'
const parameters =
  'X-Amz-Signature|X-Amz-Credential|X-Amz-Security-Token|SignatureValue|signature|hash|init_data|contact|token|access_token|password'

const shapes: [RegExp, string][] = [
  // A password in an address: user:password@host.
  [/(:\/\/)[^\s/"\\@:]*:[^\s/"\\@]*@/g, `$1${hidden}@`],
  // A bot's token, also inside the address of a call.
  [/(?<!\d)\d{5,}:[\w-]{30,}/g, hidden],
  // Launch data, plain or encoded once more, and the header that carries it.
  // Only from the beginning of a word: a try from each of its signs would take time by its square.
  [new RegExp(`(?<!${inText})${inText}*auth_date(?:=|%3D)${inText}*`, 'g'), hidden],
  [/\b(tma|Bearer|Basic) [\w%=&.+/~-]{16,}/gi, `$1 ${hidden}`],
  // Session tokens.
  [/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, hidden],
  // Parameters that sign an address.
  [new RegExp(`\\b(${parameters})(=|%3D)[^\\s"'<>\\\\&#]+`, 'gi'), `$1$2${hidden}`],
  // Phones: with a plus anywhere, and the form in which Telegram tells a Russian one.
  [/\+\d(?:[\s()-]{0,2}\d){9,14}(?!\d)/g, hidden],
  [/(?<=["'(=\s])[78]9\d{9}(?=["'),.;\s\\])/g, hidden],
  // Rows that Postgres quotes when a constraint refuses them.
  [/(Failing row contains )\((?:[^"\\]|\\.)*\)/g, `$1(${hidden})`],
  [new RegExp(`("(?:${fields})":)(?:"(?:[^"\\\\]|\\\\.)*"|\\d+)`, 'gi'), `$1"${hidden}"`],
]

/** The same text without secrets; a line of JSON stays one. */
export function withoutSecrets(text: string): string {
  const ours = known ? text.replace(known, hidden) : text
  return shapes.reduce((rest, [shape, instead]) => rest.replace(shape, instead), ours)
}

/** How an error is told where only its words are of use. */
export function wordsOf(error: unknown): string {
  return withoutSecrets(error instanceof Error ? error.message : String(error))
}
