import { z } from 'zod'
import { addressAdvice } from '#db/address.ts'
import { isDemoId } from '#db/demo-mark.ts'
import { isTaxId } from './tax-id.ts'

/** Environment variables of every process, parsed once. `.env.example` lists the same names; a test compares them. */

/**
 * Tax systems and VAT rates, as the payment provider names them in receipts. For the tax system `npd` the provider
 * issues no receipts.
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
  /** URL of Postgres without a connection pooler, for LISTEN and for settings of a session. DATABASE_URL if absent. */
  DATABASE_DIRECT_URL: z.url(addressAdvice).optional(),
  /** URL of a read replica without a connection pooler. Public lists are read from the replica while it is fresh. */
  DATABASE_REPLICA_URL: z.url(addressAdvice).optional(),
  REDIS_URL: z.url(),
  /** Prefix of all keys, queues and channels, so that several installations can share one Redis. */
  REDIS_PREFIX: z
    .string()
    .regex(/^([\w-]+|\{[\w-]+\})$/)
    .default('otklik'),
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Addresses of proxies whose X-Forwarded-For is trusted, comma-separated. */
  TRUSTED_PROXIES: z.string().default(''),
  /** Private address for health and metrics; port 0 disables it. */
  OPS_HOST: z.string().default('127.0.0.1'),
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Public URL of the mini-app. */
  APP_ORIGIN: z.url(),
  /** Further origins that may call the API, comma-separated. */
  CORS_ORIGINS: z.string().default(''),
  /** Further origins that may frame the mini-app, separated by spaces. */
  FRAME_ANCESTORS: z.string().default(''),
  /** Factor by which all rate limits (contract/rates.ts) are multiplied, e.g. if many clients share one address. */
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  /** Milliseconds allowed for headers and small bodies of requests; file uploads are limited by their speed instead. */
  REQUEST_PATIENCE_MS: z.coerce.number().int().min(10).max(600_000).default(30_000),
  /** Milliseconds for which the API still answers requests after the stop signal, until the proxy sends it no more. */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  BOT_TOKEN: z.string().regex(/^\d+:[\w-]+$/, 'a token as BotFather gives it'),
  BOT_USERNAME: z.string().regex(/^\w{4,32}$/),
  /** The bot has a main mini-app in BotFather, so links open it directly; otherwise they lead into the bot's chat. */
  BOT_HAS_MAIN_APP: z.stringbool().default(true),
  BOT_API_ROOT: z.url().default('https://api.telegram.org'),
  BOT_API_ROOT_TRUSTED: bool,
  BOT_MODE: z.enum(['polling', 'webhook']).default('polling'),
  /** Port of the bot's webhook on API_HOST; a proxy forwards the webhook path there. */
  BOT_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  BOT_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{16,256}(,[\w-]{16,256})*$/)
    .optional(),
  /**
   * Factor of the speed at which we send messages. It is above 1 where Telegram allows more, as with paid broadcasts.
   */
  TELEGRAM_RATE_SCALE: z.coerce.number().positive().max(100).default(1),
  /** Origin of links that open Telegram; differs from t.me only beside a stand-in. */
  TELEGRAM_LINK_ORIGIN: z.url().default('https://t.me'),
  /** Folder for files of people if no S3 bucket is set. The API, the bot and the workers share it. */
  FILES_DIR: z.string().min(1).default('.data/files'),
  /** S3 bucket that stores people's files instead of the folder. */
  S3_BUCKET: z.string().min(1).optional(),
  /** URL of the S3 service; Amazon's if absent. */
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Set both S3 keys or neither: without them the machine's service account is used. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /**
   * Puts the bucket's name into the URL's path instead of the host name. Most S3 services except Amazon's need that.
   */
  S3_FORCE_PATH_STYLE: bool,
  /** Folder of backups if no bucket is set; put it on another disk than the database. */
  BACKUP_DIR: z.string().min(1).default('.data/backups'),
  /** Bucket for backups, at the same service as S3_BUCKET. */
  BACKUP_S3_BUCKET: z.string().min(1).optional(),
  /** Folder where Postgres puts finished WAL files (`archive_command`); without it they are not archived. */
  WAL_ARCHIVE_DIR: z.string().min(1).optional(),
  /** Folder with space for a second database, used by the monthly restore drill; without it there is no drill. */
  BACKUP_SCRATCH_DIR: z.string().min(1).optional(),
  /** Days after which a backup is deleted. */
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
  /** Secrets that sign sessions: `kid:secret` pairs, comma-separated. The first one signs, all verify. */
  JWT_SECRETS: z
    .string()
    .regex(/^[\w-]+:[^,:]{32,}(,[\w-]+:[^,:]{32,})*$/, 'kid:secret of at least 32 characters'),
  /** AES-256 keys of stored phone numbers, 64 hex digits each, comma-separated; the first encrypts, all decrypt. */
  PHONE_KEY: z.string().regex(/^[\da-f]{64}(,[\da-f]{64})*$/i),
  /** HMAC key that recognizes people who deleted their account, 64 hex digits. */
  DEPARTURE_KEY: z.string().regex(/^[\da-f]{64}$/i),
  /** URL of the daily currency rates in roubles; without it rates are set by hand. */
  RATES_URL: z.url().optional(),
  ADMIN_TELEGRAM_IDS: ids,
  MODERATORS_CHAT_ID: chatId,
  OPS_CHAT_ID: chatId,
  /** URL that the workers call every minute. An outside service alerts the operators when the calls stop. */
  DEAD_MAN_URL: z.url().optional(),
  /** Legal operator of the product, as the law requires it on the pages. Set all of these variables or none. */
  OPERATOR_NAME: z.string().min(2).max(200).optional(),
  /** ИНН: 10 digits of a company, 12 of a person. */
  OPERATOR_TAX_ID: z
    .string()
    .refine(isTaxId, 'an ИНН of 10 or 12 digits, whose last ones prove the others')
    .optional(),
  OPERATOR_ADDRESS: z.string().min(5).max(300).optional(),
  OPERATOR_EMAIL: z.email().optional(),
  /** Tax system of the operator. With `npd` the operator issues receipts; otherwise the provider does. */
  OPERATOR_TAX_SCHEME: z.enum(taxSchemes).optional(),
  /** VAT included in our prices, by the provider's name. */
  OPERATOR_VAT: z.enum(vatRates).default('none'),
  /** True if members of the focus group, whom admins choose, publish listings free of charge. */
  FOCUS_GROUP_PUBLISHES_FREE: z.stringbool().default(true),
  ROBOKASSA_MERCHANT: z.string().min(1),
  ROBOKASSA_PASSWORD_1: z.string().min(1),
  ROBOKASSA_PASSWORD_2: z.string().min(1),
  /** Second passwords of the shop, accepted too while the passwords are being replaced (`otklik rotate shop`). */
  ROBOKASSA_OTHER_PASSWORD_1: z.string().min(1).optional(),
  ROBOKASSA_OTHER_PASSWORD_2: z.string().min(1).optional(),
  /** Password that signs refunds. Without it every refund waits for an admin. */
  ROBOKASSA_PASSWORD_3: z.string().min(1).optional(),
  ROBOKASSA_HASH: z.enum(['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'ripemd160']).default('sha256'),
  ROBOKASSA_IS_TEST: bool,
  ROBOKASSA_PAYMENT_URL: z.url().default('https://auth.robokassa.ru/Merchant/Index.aspx'),
  ROBOKASSA_STATE_URL: z
    .url()
    .default('https://auth.robokassa.ru/Merchant/WebService/Service.asmx/OpStateExt'),
  /** URL for refund orders. */
  ROBOKASSA_REFUND_URL: z.url().default('https://services.robokassa.ru/RefundService'),
  /**
   * The payment provider's largest fee, in percent of a price. When asked about a payment, the provider may report the
   * sum after its fee. A larger difference opens a payment case.
   */
  ROBOKASSA_FEE_MAX: z.coerce.number().min(0).max(50).default(15),
  /**
   * `spec`: all payments are by card. `store-safe`: people whose Telegram app comes from an app store pay with Telegram
   * Stars.
   */
  PAYMENTS_POLICY: z.enum(['spec', 'store-safe']).default('spec'),
  /** Price of a Star in kopecks. */
  STAR_KOPECKS: z.coerce.number().int().min(1).max(100_000).default(130),
  /** Milliseconds in which a moderator can undo a decision. If absent, limits.moderation.undoMs applies. */
  MODERATION_UNDO_MS: z.coerce.number().int().min(0).max(60_000).optional(),
})

export type Config = z.output<typeof Environment>

/** Treats empty variables as unset. */
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

/** @throws Error naming all wrong and missing variables */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Environment.safeParse(withoutEmpty(env))
  const problems = parsed.success
    ? productionRules.filter(([holds]) => !holds(parsed.data)).map(([, text]) => text)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (!parsed.success || problems.length)
    throw new Error(`The environment is not complete:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  return parsed.data
}

/** A shop's settings at Robokassa: name, passwords, URLs. */
export interface RobokassaConfig {
  merchant: string
  password1: string
  password2: string
  /** Second passwords of the shop, accepted while the passwords are being replaced. They sign nothing. */
  other_password1?: string | undefined
  other_password2?: string | undefined
  /** Password that signs refunds. The provider issues it separately. */
  password3?: string | undefined
  hash: 'md5' | 'ripemd160' | 'sha1' | 'sha256' | 'sha384' | 'sha512'
  is_test: boolean
  payment_url: string
  state_url: string
  refund_url: string
  /** Seller data for receipts under 54-FZ; absent if the provider issues none. */
  receipt?: { sno: Exclude<(typeof taxSchemes)[number], 'npd'>; tax: (typeof vatRates)[number] } | undefined
}

export const configNames = Object.keys(Environment.shape)
