import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'

/** Verifies data that Telegram signed with the bot's token: launch data of the mini-app and shared contacts. */

/**
 * True if the URL of a profile picture is on one of Telegram's hosts. Pictures on other hosts are refused, because the
 * browser of everybody who views the profile would contact that host.
 */
function isPicture(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) return false
  return url.hostname === 't.me' || url.hostname === 'telegram.org' || url.hostname.endsWith('.telegram.org')
}

const TelegramUser = z.object({
  id: z.int().positive(),
  first_name: z.string(),
  last_name: z.string().optional(),
  // A user name that Telegram does not allow is dropped, for example one that Postgres cannot store.
  username: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional()
    .catch(undefined),
  language_code: z.string().optional(),
  is_bot: z.literal(false).optional(),
  is_premium: z.boolean().optional(),
  allows_write_to_pm: z.boolean().optional(),
  photo_url: z.string().refine(isPicture).optional().catch(undefined),
})

const TelegramContact = z.object({
  user_id: z.int().positive(),
  phone_number: z.string().min(1).max(32),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
})

export type TelegramUser = z.output<typeof TelegramUser>
export type SignedContact = z.output<typeof TelegramContact> & { auth_date: number; hash: string }
export type LaunchData = {
  user: TelegramUser
  /** Time of the signature, as a Unix time in seconds. */
  auth_date: number
  hash: string
  start_param?: string
  query_id?: string
  chat_type?: string
  chat_instance?: string
}

export type SignatureCheck = { bot_token: string; now: Date; max_age_ms: number }

const launchRefused = () => new AppError('init_data_required')
// A line feed inside a value could imitate another key-value pair of the signed text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const controlCharacters = /[\u0000-\u001f\u007f]/

/** Reads the key-value pairs of signed data. Refuses anything ambiguous, such as repeated keys. */
function readPairs(raw: string): Map<string, string> {
  if (Buffer.byteLength(raw) > limits.launch.bytes) throw launchRefused()
  const pairs = new Map<string, string>()
  for (const [key, value] of new URLSearchParams(raw)) {
    if (pairs.has(key) || controlCharacters.test(key) || controlCharacters.test(value)) throw launchRefused()
    pairs.set(key, value)
  }
  return pairs
}

/** Cache of signing keys by bot token. It has one entry, because a process has only one bot. */
const signingKeys = new Map<string, KeyObject>()

function signingKey(bot_token: string): KeyObject {
  const cached = signingKeys.get(bot_token)
  if (cached) return cached
  const key = createSecretKey(createHmac('sha256', 'WebAppData').update(bot_token).digest())
  signingKeys.set(bot_token, key)
  return key
}

function isSignatureValid(pairs: Map<string, string>, claimedHash: string, bot_token: string): boolean {
  if (!/^[\da-f]{64}$/.test(claimedHash)) return false
  const lines = [...pairs]
    .filter(([key]) => key !== 'hash')
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('\n')
  const expected = createHmac('sha256', signingKey(bot_token)).update(lines).digest()
  return timingSafeEqual(Buffer.from(claimedHash, 'hex'), expected)
}

/** Some Telegram clients send null for absent fields. */
const withoutNull = (_key: string, value: unknown) => value ?? undefined

function readJson<T>(schema: z.ZodType<T>, text = ''): T {
  try {
    return schema.parse(JSON.parse(text, withoutNull))
  } catch {
    throw launchRefused()
  }
}

/**
 * Verifies the signature of signed data and returns their key-value pairs. `isStale` is true if the data are too old.
 */
function readSigned(raw: string, check: SignatureCheck) {
  const pairs = readPairs(raw)
  const { hash = '', auth_date: date = '' } = Object.fromEntries(pairs)
  if (!/^\d{1,12}$/.test(date) || !isSignatureValid(pairs, hash, check.bot_token)) throw launchRefused()
  const auth_date = Number(date)
  const age = check.now.getTime() - auth_date * 1000
  if (age < -limits.launch.maxAheadMs) throw new AppError('clock_wrong')
  return { pairs, auth_date, hash, isStale: age > check.max_age_ms }
}

/**
 * Verifies and reads the mini-app's launch data.
 * @throws init_data_required for a wrong signature or form; session_expired for valid but old data; clock_wrong for
 * data from the future
 */
export function checkLaunchData(raw: string, check: SignatureCheck): LaunchData {
  const { pairs, auth_date, hash, isStale } = readSigned(raw, check)
  if (pairs.has('contact')) throw launchRefused()
  const user = readJson(TelegramUser, pairs.get('user'))
  if (isStale) throw new AppError('session_expired')
  return {
    user,
    auth_date,
    hash,
    start_param: pairs.get('start_param'),
    query_id: pairs.get('query_id'),
    chat_type: pairs.get('chat_type'),
    chat_instance: pairs.get('chat_instance'),
  }
}

/**
 * Verifies and reads a shared contact. The contact must be passed exactly as received, because the order of its keys is
 * part of the signed text.
 * @throws init_data_required, session_expired, clock_wrong, like `checkLaunchData`
 */
export function checkContact(raw: string, check: SignatureCheck): SignedContact {
  const { pairs, auth_date, hash, isStale } = readSigned(raw, check)
  if (pairs.has('user')) throw launchRefused()
  const contact = readJson(TelegramContact, pairs.get('contact'))
  if (isStale) throw new AppError('session_expired')
  return { ...contact, auth_date, hash }
}
