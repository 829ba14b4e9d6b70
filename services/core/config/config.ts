import { z } from 'zod'
import { addressAdvice } from '#db/address.ts'
import { isDemoId } from '#db/demo-mark.ts'
import { isTaxId } from './tax-id.ts'

/**
 * The environment of every process, parsed once. `.env.example` lists the same names; a test keeps them equal.
 */

/** Systems of taxation and rates of VAT as the provider's receipts name them, and `npd`, of which it issues none. */
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
  /** Past a connection pooler, for LISTEN and pinned plans; DATABASE_URL when absent. */
  DATABASE_DIRECT_URL: z.url(addressAdvice).optional(),
  /** A server that repeats the first one, past any pooler: public lists are read from it while it is not behind. */
  DATABASE_REPLICA_URL: z.url(addressAdvice).optional(),
  REDIS_URL: z.url(),
  /** Prefix of every key, queue and channel, so that several installations share one Redis. */
  REDIS_PREFIX: z
    .string()
    .regex(/^([\w-]+|\{[\w-]+\})$/)
    .default('otklik'),
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Addresses of proxies in front whose X-Forwarded-For is believed, comma-separated. */
  TRUSTED_PROXIES: z.string().default(''),
  /** Where health and metrics of the process are told, apart from everything public; port 0 = nowhere. */
  OPS_HOST: z.string().default('127.0.0.1'),
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Public address of the mini-app. */
  APP_ORIGIN: z.url(),
  /** Origins besides the app's own that may call the API, comma-separated. */
  CORS_ORIGINS: z.string().default(''),
  /** Origins besides Telegram's that may frame the mini-app, separated by spaces. */
  FRAME_ANCESTORS: z.string().default(''),
  /** Multiplies how often people may call (contract/rates.ts), e.g. where many share one address. */
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  /** Milliseconds in which the headers and the small bodies of requests must have come; files are watched by their pace. */
  REQUEST_PATIENCE_MS: z.coerce.number().int().min(10).max(600_000).default(30_000),
  /** Milliseconds that the API goes on answering after it was told to end, while the proxy in front learns of it. */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  BOT_TOKEN: z.string().regex(/^\d+:[\w-]+$/, 'a token as BotFather gives it'),
  BOT_USERNAME: z.string().regex(/^\w{4,32}$/),
  /** BotFather knows a main mini-app of the bot, so links open it at once; without one they lead into the bot's chat. */
  BOT_HAS_MAIN_APP: z.stringbool().default(true),
  BOT_API_ROOT: z.url().default('https://api.telegram.org'),
  BOT_API_ROOT_TRUSTED: bool,
  BOT_MODE: z.enum(['polling', 'webhook']).default('polling'),
  /** Where the bot listens in webhook mode, on API_HOST; a proxy passes its path there. */
  BOT_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  BOT_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{16,256}(,[\w-]{16,256})*$/)
    .optional(),
  /** Multiplies the pace of our messages: above 1 where Telegram allows more, as with paid broadcasts. */
  TELEGRAM_RATE_SCALE: z.coerce.number().positive().max(100).default(1),
  /** Where a browser is sent to open Telegram; differs from t.me only beside a stand-in. */
  TELEGRAM_LINK_ORIGIN: z.url().default('https://t.me'),
  /** Folder of people's files when no S3 bucket is named; API, bot and workers share it. */
  FILES_DIR: z.string().min(1).default('.data/files'),
  /** A bucket takes people's files instead of the folder. */
  S3_BUCKET: z.string().min(1).optional(),
  /** Address of the S3 service; Amazon's own when absent. */
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Both keys or none: without them the service account of the machine is used. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** The bucket stands in the path, not in the host name; most services besides Amazon's want it. */
  S3_FORCE_PATH_STYLE: bool,
  /** Folder of backups when no bucket is named; on another disk than the database. */
  BACKUP_DIR: z.string().min(1).default('.data/backups'),
  /** A bucket takes the backups instead, with the address and keys of S3 above. */
  BACKUP_S3_BUCKET: z.string().min(1).optional(),
  /** Folder in which Postgres leaves finished write-ahead logs (`archive_command`); without it none are kept. */
  WAL_ARCHIVE_DIR: z.string().min(1).optional(),
  /** Folder with room for a second database, for the monthly restore; without it there is none. */
  BACKUP_SCRATCH_DIR: z.string().min(1).optional(),
  /** Days after which a backup, and what only it needs, is removed. */
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
  /** `kid:secret` pairs, comma-separated; the first signs, all verify. */
  JWT_SECRETS: z
    .string()
    .regex(/^[\w-]+:[^,:]{32,}(,[\w-]+:[^,:]{32,})*$/, 'kid:secret of at least 32 characters'),
  /** AES-256 keys of stored phone numbers, 64 hex digits each, comma-separated; the first seals, all open. */
  PHONE_KEY: z.string().regex(/^[\da-f]{64}(,[\da-f]{64})*$/i),
  /** HMAC key under which people who deleted their account are known again for a while, 64 hex digits. */
  DEPARTURE_KEY: z.string().regex(/^[\da-f]{64}$/i),
  /** Where the day's currency rates in roubles are read; without it they are set by hand. */
  RATES_URL: z.url().optional(),
  ADMIN_TELEGRAM_IDS: ids,
  MODERATORS_CHAT_ID: chatId,
  OPS_CHAT_ID: chatId,
  /** Called each minute while the workers do their work; a service outside notices when the calls stop. */
  DEAD_MAN_URL: z.url().optional(),
  /** Who runs the product, as the law wants it named on its pages; all of it or none. */
  OPERATOR_NAME: z.string().min(2).max(200).optional(),
  /** ИНН: 10 digits of a company, 12 of a person. */
  OPERATOR_TAX_ID: z
    .string()
    .refine(isTaxId, 'an ИНН of 10 or 12 digits, whose last ones prove the others')
    .optional(),
  OPERATOR_ADDRESS: z.string().min(5).max(300).optional(),
  OPERATOR_EMAIL: z.email().optional(),
  /** How the operator is taxed; only who pays the tax on professional income (`npd`) issues receipts outside of the provider. */
  OPERATOR_TAX_SCHEME: z.enum(taxSchemes).optional(),
  /** The VAT inside our prices, as the provider names it. */
  OPERATOR_VAT: z.enum(vatRates).default('none'),
  /** Members of the focus group, whom administrators choose, publish without paying. */
  FOCUS_GROUP_PUBLISHES_FREE: z.stringbool().default(true),
  ROBOKASSA_MERCHANT: z.string().min(1),
  ROBOKASSA_PASSWORD_1: z.string().min(1),
  ROBOKASSA_PASSWORD_2: z.string().min(1),
  /** Passwords beside these that are believed while the shop's are being replaced (`otklik rotate shop`). */
  ROBOKASSA_OTHER_PASSWORD_1: z.string().min(1).optional(),
  ROBOKASSA_OTHER_PASSWORD_2: z.string().min(1).optional(),
  /** Signs refunds; without it every refund waits for a person. */
  ROBOKASSA_PASSWORD_3: z.string().min(1).optional(),
  ROBOKASSA_HASH: z.enum(['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'ripemd160']).default('sha256'),
  ROBOKASSA_IS_TEST: bool,
  ROBOKASSA_PAYMENT_URL: z.url().default('https://auth.robokassa.ru/Merchant/Index.aspx'),
  ROBOKASSA_STATE_URL: z
    .url()
    .default('https://auth.robokassa.ru/Merchant/WebService/Service.asmx/OpStateExt'),
  /** Where refunds are ordered; the provider's own address by default. */
  ROBOKASSA_REFUND_URL: z.url().default('https://services.robokassa.ru/RefundService'),
  /**
   * The largest fee of the provider, in percent of a price. Its state inquiry may tell the sum that was credited to the
   * shop: one that is less by more than this is looked at by a person.
   */
  ROBOKASSA_FEE_MAX: z.coerce.number().min(0).max(50).default(15),
  /** `spec`: everything is paid by card; `store-safe`: apps from a store pay with Telegram Stars. */
  PAYMENTS_POLICY: z.enum(['spec', 'store-safe']).default('spec'),
  /** Kopecks that a Star stands for in our prices. */
  STAR_KOPECKS: z.coerce.number().int().min(1).max(100_000).default(130),
  /** Milliseconds in which a moderator may take a decision back; limits.moderation.undoMs when absent. */
  MODERATION_UNDO_MS: z.coerce.number().int().min(0).max(60_000).optional(),
})

export type Config = z.output<typeof Environment>

/** The environment in which an unset variable and an empty one mean the same. */
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

/** @throws Error whose message names every wrong or missing variable at once */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Environment.safeParse(withoutEmpty(env))
  const problems = parsed.success
    ? productionRules.filter(([holds]) => !holds(parsed.data)).map(([, text]) => text)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (!parsed.success || problems.length)
    throw new Error(`The environment is not complete:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  return parsed.data
}

/** A shop's agreement with Robokassa: its name, passwords and addresses. */
export interface RobokassaConfig {
  merchant: string
  password1: string
  password2: string
  /** Believed as well while the passwords are being replaced; nothing of ours is signed with them first. */
  other_password1?: string | undefined
  other_password2?: string | undefined
  /** Signs refunds; given by the provider separately. */
  password3?: string | undefined
  hash: 'md5' | 'ripemd160' | 'sha1' | 'sha256' | 'sha384' | 'sha512'
  is_test: boolean
  payment_url: string
  state_url: string
  refund_url: string
  /** What a receipt of 54-FZ says of the seller; absent where the provider issues none. */
  receipt?: { sno: Exclude<(typeof taxSchemes)[number], 'npd'>; tax: (typeof vatRates)[number] } | undefined
}

export const configNames = Object.keys(Environment.shape)
