import { z } from 'zod'
import { isTaxId } from '#contract/tax-id.ts'
import { addressAdvice } from '#db/address.ts'
import { isDemoId } from '#db/demo-mark.ts'
import { isPublicKey } from './backup-key.ts'

/** Environment variables of every process, parsed once. `.env.example` lists the same names; a test compares them. */

/**
 * Tax systems and VAT rates by the names that the payment provider uses in receipts. For the tax system `npd` the
 * provider issues no receipts.
 */
export const taxSchemes = ['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent', 'npd'] as const
export const vatRates = ['none', 'vat0', 'vat5', 'vat7', 'vat10', 'vat20', 'vat22'] as const

const bool = z.stringbool().default(false)
const ids = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((id) => id.trim()))
  .pipe(z.array(z.string().regex(/^\d*$/)))
  .transform((list) => list.filter(Boolean).map(Number))
const chatId = z.coerce.number().int()

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATABASE_URL: z.url(addressAdvice),
  /**
   * URL of Postgres without a connection pooler, for LISTEN and for session settings. If absent, DATABASE_URL is used.
   */
  DATABASE_DIRECT_URL: z.url(addressAdvice).optional(),
  /**
   * URL of a Postgres read replica, without a connection pooler. Public lists are read from the replica while its data
   * are recent.
   */
  DATABASE_REPLICA_URL: z.url(addressAdvice).optional(),
  REDIS_URL: z.url(),
  /** Prefix of all Redis keys, queues and channels, so that several installations can share one Redis. */
  REDIS_PREFIX: z
    .string()
    .regex(/^([\w-]+|\{[\w-]+\})$/)
    .default('otklik'),
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Comma-separated addresses of the proxies whose header X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: z.string().default(''),
  /** Private host and port of the server for health checks and metrics. Port 0 disables the server. */
  OPS_HOST: z.string().default('127.0.0.1'),
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Public URL of the mini-app. */
  APP_ORIGIN: z.url(),
  /** Comma-separated origins that may call the API, in addition to the mini-app's. */
  CORS_ORIGINS: z.string().default(''),
  /** Space-separated origins that may show the mini-app in a frame, in addition to Telegram's. */
  FRAME_ANCESTORS: z.string().default(''),
  /**
   * Factor by which all rate limits (contract/rates.ts) are multiplied, for example if many clients share one IP
   * address.
   */
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  /**
   * Milliseconds within which the headers and the small body of a request must arrive. File uploads are limited by
   * their speed instead.
   */
  REQUEST_PATIENCE_MS: z.coerce.number().int().min(10).max(600_000).default(30_000),
  /**
   * Milliseconds for which the API still answers requests after the stop signal, so that the proxy has time to send
   * requests elsewhere.
   */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  BOT_TOKEN: z.string().regex(/^\d+:[\w-]+$/, 'a token as BotFather gives it'),
  BOT_USERNAME: z.string().regex(/^\w{4,32}$/),
  /**
   * True if the bot has a main mini-app in BotFather. Links then open the mini-app directly; otherwise they open the
   * bot's chat.
   */
  BOT_HAS_MAIN_APP: z.stringbool().default(true),
  BOT_API_ROOT: z.url().default('https://api.telegram.org'),
  BOT_API_ROOT_TRUSTED: bool,
  BOT_MODE: z.enum(['polling', 'webhook']).default('polling'),
  /** Port of the bot's webhook on the host API_HOST. The proxy forwards the webhook's path to it. */
  BOT_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  BOT_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{16,256}(,[\w-]{16,256})*$/)
    .optional(),
  /**
   * Factor for the speed at which the bot sends messages, relative to Telegram's usual limits. It is above 1 if
   * Telegram allows more, for example for paid broadcasts.
   */
  TELEGRAM_RATE_SCALE: z.coerce.number().positive().max(100).default(1),
  /** Origin of links that open Telegram. It differs from https://t.me only when Telegram is simulated. */
  TELEGRAM_LINK_ORIGIN: z.url().default('https://t.me'),
  /** Folder for people's files, used if no S3 bucket is set. The API, the bot and the workers share the folder. */
  FILES_DIR: z.string().min(1).default('.data/files'),
  /** S3 bucket that stores people's files. If absent, the folder FILES_DIR is used. */
  S3_BUCKET: z.string().min(1).optional(),
  /** URL of the S3 service. If absent, Amazon's service is used. */
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Key of the S3 service. Set both S3 keys or neither; without keys the machine's service account is used. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /**
   * Puts the bucket's name into the URL's path instead of the host name. Most S3 services except Amazon's need that.
   */
  S3_FORCE_PATH_STYLE: bool,
  /** Folder for backups, used if no bucket for backups is set. Put it on another disk than the database. */
  BACKUP_DIR: z.string().min(1).default('.data/backups'),
  /** S3 bucket for backups, at the same S3 service as S3_BUCKET. */
  BACKUP_S3_BUCKET: z.string().min(1).optional(),
  /** Public key of age for which backups are encrypted. If absent, backups are written in plain text. */
  BACKUP_KEY: z
    .string()
    .refine(isPublicKey, 'a public key of age: age1 and 58 characters, whose last ones prove the others')
    .optional(),
  /** Folder to which Postgres copies finished WAL files (`archive_command`). If absent, WAL files are not archived. */
  WAL_ARCHIVE_DIR: z.string().min(1).optional(),
  /**
   * Folder with disk space for a second database. The monthly restore drill uses it; if it is absent, there is no
   * drill.
   */
  BACKUP_SCRATCH_DIR: z.string().min(1).optional(),
  /** Number of days after which a backup is deleted. */
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
  /**
   * Secrets that sign sessions, as comma-separated pairs `kid:secret`. The first secret signs; a signature by any of
   * them is valid.
   */
  JWT_SECRETS: z
    .string()
    .regex(/^[\w-]+:[^,:]{32,}(,[\w-]+:[^,:]{32,})*$/, 'kid:secret of at least 32 characters'),
  /**
   * Comma-separated AES-256 keys for stored phone numbers, 64 hex digits each. The first key encrypts; any of them
   * decrypts.
   */
  PHONE_KEY: z.string().regex(/^[\da-f]{64}(,[\da-f]{64})*$/i),
  /** HMAC key of 64 hex digits. It recognizes a person who deleted an account and returns. */
  DEPARTURE_KEY: z.string().regex(/^[\da-f]{64}$/i),
  /** URL of daily currency rates in roubles. If absent, administrators set the rates by hand. */
  RATES_URL: z.url().optional(),
  ADMIN_TELEGRAM_IDS: ids,
  MODERATORS_CHAT_ID: chatId,
  OPS_CHAT_ID: chatId,
  /** Channel that `otklik setup` chose; the workers connect it once. All others are connected in the admin area. */
  CHANNEL_CHAT_ID: chatId.optional(),
  /**
   * URL of an outside service that the workers call every minute. The service alerts the operators when the calls stop.
   */
  DEAD_MAN_URL: z.url().optional(),
  /** Legal operator of the product, named on the pages as the law requires. Set all OPERATOR variables or none. */
  OPERATOR_NAME: z.string().min(2).max(200).optional(),
  /** ИНН of the legal operator: 10 digits for a company, 12 for a person. */
  OPERATOR_TAX_ID: z
    .string()
    .refine(isTaxId, 'an ИНН of 10 or 12 digits, whose last ones prove the others')
    .optional(),
  OPERATOR_ADDRESS: z.string().min(5).max(300).optional(),
  OPERATOR_EMAIL: z.email().optional(),
  /** Tax system of the legal operator. With `npd` the operator issues receipts; otherwise the payment provider does. */
  OPERATOR_TAX_SCHEME: z.enum(taxSchemes).optional(),
  /** VAT rate that our prices include, as the payment provider names it. */
  OPERATOR_VAT: z.enum(vatRates).default('none'),
  /** True if members of the focus group publish listings free of charge. Admins choose the members. */
  FOCUS_GROUP_PUBLISHES_FREE: z.stringbool().default(true),
  ROBOKASSA_MERCHANT: z.string().min(1),
  ROBOKASSA_PASSWORD_1: z.string().min(1),
  ROBOKASSA_PASSWORD_2: z.string().min(1),
  /**
   * Second passwords of the shop at Robokassa. They are accepted too while the passwords are being replaced (`otklik
   * rotate shop`).
   */
  ROBOKASSA_OTHER_PASSWORD_1: z.string().min(1).optional(),
  ROBOKASSA_OTHER_PASSWORD_2: z.string().min(1).optional(),
  /** Password of the shop at Robokassa that signs refunds. Without it every refund waits for an admin. */
  ROBOKASSA_PASSWORD_3: z.string().min(1).optional(),
  ROBOKASSA_HASH: z.enum(['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'ripemd160']).default('sha256'),
  ROBOKASSA_IS_TEST: bool,
  ROBOKASSA_PAYMENT_URL: z.url().default('https://auth.robokassa.ru/Merchant/Index.aspx'),
  ROBOKASSA_STATE_URL: z
    .url()
    .default('https://auth.robokassa.ru/Merchant/WebService/Service.asmx/OpStateExt'),
  /** URL of Robokassa to which refunds are ordered. */
  ROBOKASSA_REFUND_URL: z.url().default('https://services.robokassa.ru/RefundService'),
  /**
   * The payment provider's largest fee, in percent of a price. When asked about a payment, the provider may report the
   * sum less its fee. If the reported sum is lower than the largest fee explains, a payment case is opened.
   */
  ROBOKASSA_FEE_MAX: z.coerce.number().min(0).max(50).default(15),
  /**
   * `spec`: all payments are by card. `store-safe`: people whose Telegram app comes from an app store pay with Telegram
   * Stars.
   */
  PAYMENTS_POLICY: z.enum(['spec', 'store-safe']).default('spec'),
  /** Price of a Telegram Star in kopecks. */
  STAR_KOPECKS: z.coerce.number().int().min(1).max(100_000).default(130),
  /** Milliseconds in which a moderator can undo a decision. If absent, limits.moderation.undoMs applies. */
  MODERATION_UNDO_MS: z.coerce.number().int().min(0).max(60_000).optional(),
})

export type Config = z.output<typeof Environment>

/** Error in the settings. No retry cures it, so the process ends with its sentence. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Removes empty environment variables, which count as absent. */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

const operatorFields = [
  'OPERATOR_NAME',
  'OPERATOR_TAX_ID',
  'OPERATOR_ADDRESS',
  'OPERATOR_EMAIL',
  'OPERATOR_TAX_SCHEME',
] as const satisfies (keyof Config)[]

const productionRules: [(config: Config) => boolean, string][] = [
  [
    (c) => (c.S3_ACCESS_KEY_ID === undefined) === (c.S3_SECRET_ACCESS_KEY === undefined),
    'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: both or none',
  ],
  [
    (c) => new Set(operatorFields.map((name) => c[name] === undefined)).size === 1,
    `${operatorFields.join(', ')}: all or none`,
  ],
  [
    (c) => c.BOT_MODE === 'polling' || c.BOT_WEBHOOK_SECRET !== undefined,
    'BOT_WEBHOOK_SECRET: needed by BOT_MODE=webhook',
  ],
  [
    (c) =>
      c.NODE_ENV !== 'production' || c.BOT_API_ROOT === 'https://api.telegram.org' || c.BOT_API_ROOT_TRUSTED,
    'BOT_API_ROOT: another Bot API server in production needs BOT_API_ROOT_TRUSTED=1',
  ],
  [
    (c) => c.NODE_ENV !== 'production' || !c.ROBOKASSA_IS_TEST,
    'ROBOKASSA_IS_TEST: test payments are refused in production',
  ],
  [
    (c) => c.NODE_ENV !== 'production' || !c.ADMIN_TELEGRAM_IDS.some(isDemoId),
    'ADMIN_TELEGRAM_IDS: Telegram gives no such id; people of the demo have no role in production',
  ],
  [
    (c) => c.NODE_ENV !== 'production' || c.APP_ORIGIN.startsWith('https://'),
    'APP_ORIGIN: production needs https',
  ],
]

/** @throws SettingsError naming all wrong and missing variables */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = withoutEmpty(env)
  const parsed = Environment.safeParse(given)
  const problems = parsed.success
    ? productionRules.filter(([holds]) => !holds(parsed.data)).map(([, text]) => text)
    : parsed.error.issues.map(({ path, message }) => {
        const name = path.join('.')
        // The parser's own message would speak of a type.
        const isUnexplained = given[name] === undefined && /received (undefined|NaN)$/.test(message)
        return `${name}: ${isUnexplained ? 'is missing; .env.example says what it is' : message}`
      })
  if (!parsed.success || problems.length)
    throw new SettingsError(
      `The environment is not complete:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )
  return parsed.data
}

/** Settings of the shop at Robokassa: name, passwords and URLs. */
export interface RobokassaConfig {
  merchant: string
  password1: string
  password2: string
  /**
   * Second passwords of the shop at Robokassa. They are accepted while the passwords are being replaced, but sign
   * nothing.
   */
  other_password1?: string | undefined
  other_password2?: string | undefined
  /** Password that signs refunds. The provider issues it separately. */
  password3?: string | undefined
  hash: 'md5' | 'ripemd160' | 'sha1' | 'sha256' | 'sha384' | 'sha512'
  is_test: boolean
  payment_url: string
  state_url: string
  refund_url: string
  /** Seller data for receipts under the law 54-FZ. Absent if the payment provider issues no receipts. */
  receipt?: { sno: Exclude<(typeof taxSchemes)[number], 'npd'>; tax: (typeof vatRates)[number] } | undefined
}

export const configNames = Object.keys(Environment.shape)
