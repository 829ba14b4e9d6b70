import { randomBytes } from 'node:crypto'

/** Secrets of one installation of the product and its stand-ins. */
export interface Secrets {
  bot_token: string
  jwt_secret: string
  phone_key: string
  departure_key: string
  robokassa_password_1: string
  robokassa_password_2: string
  robokassa_password_3: string
}

export interface Deployment {
  secrets: Secrets
  database_url: string
  redis_url: string
  redis_prefix?: string
  api_port: number
  telegram_port: number
  /** Port on which people open the mini-app, inside the desk; defaults to `telegram_port`. */
  app_port?: number
  robokassa_port: number
  /** Port of the mini-app's pages, if not served by the API. */
  pages_port?: number
  /** JSON file with the desk's people. */
  people_file: string
  /** JSON file with the steps of the desk's guide. */
  guide_file?: string
  /** Folder in which the stand-ins store their state. Without a folder they keep it in memory only. */
  state_folder?: string
}

export type Environment = Record<string, string>

const botUsername = 'otklik_demo_bot'
const merchant = 'otklik-demo'
const moderatorsChat = '-1001000000001'
const opsChat = '-1001000000002'

export function newSecrets(): Secrets {
  const hex = (bytes: number) => randomBytes(bytes).toString('hex')
  return {
    bot_token: `7654321098:${randomBytes(26).toString('base64url')}`,
    jwt_secret: hex(32),
    phone_key: hex(32),
    departure_key: hex(32),
    robokassa_password_1: hex(16),
    robokassa_password_2: hex(16),
    robokassa_password_3: hex(16),
  }
}

export const originOf = (port: number) => `http://127.0.0.1:${port}`

/** Public origin of the mini-app; the Telegram stand-in proxies it. */
export const appOrigin = ({ app_port, telegram_port }: Pick<Deployment, 'app_port' | 'telegram_port'>) =>
  originOf(app_port ?? telegram_port)

/** Environment variables of API, bot and workers when they run with the stand-ins. */
export function productEnvironment(deployment: Deployment): Environment {
  const desk = originOf(deployment.telegram_port)
  const robokassa = originOf(deployment.robokassa_port)
  return {
    DATABASE_URL: deployment.database_url,
    REDIS_URL: deployment.redis_url,
    REDIS_PREFIX: deployment.redis_prefix ?? 'otklik',
    API_HOST: '127.0.0.1',
    API_PORT: String(deployment.api_port),
    // As with real clients, the page that frames the mini-app has another origin.
    APP_ORIGIN: appOrigin(deployment),
    FRAME_ANCESTORS: desk,
    // All people of the desk share one IP address, so the rate limits are multiplied.
    RATE_LIMIT_SCALE: '1000',
    BOT_API_ROOT: desk,
    TELEGRAM_LINK_ORIGIN: `${desk}/__desk/t.me`,
    BOT_TOKEN: deployment.secrets.bot_token,
    BOT_USERNAME: botUsername,
    BOT_MODE: 'polling',
    JWT_SECRETS: `first:${deployment.secrets.jwt_secret}`,
    PHONE_KEY: deployment.secrets.phone_key,
    DEPARTURE_KEY: deployment.secrets.departure_key,
    ADMIN_TELEGRAM_IDS: '5000000000000001',
    MODERATORS_CHAT_ID: moderatorsChat,
    OPS_CHAT_ID: opsChat,
    OPERATOR_NAME: 'ИП Иванова Мария Сергеевна',
    OPERATOR_TAX_ID: '500100732259',
    OPERATOR_ADDRESS: '101000, Москва, ул. Примерная, 1',
    OPERATOR_EMAIL: 'help@otklik.example',
    OPERATOR_TAX_SCHEME: 'usn_income',
    ROBOKASSA_MERCHANT: merchant,
    ROBOKASSA_PASSWORD_1: deployment.secrets.robokassa_password_1,
    ROBOKASSA_PASSWORD_2: deployment.secrets.robokassa_password_2,
    ROBOKASSA_PASSWORD_3: deployment.secrets.robokassa_password_3,
    ROBOKASSA_HASH: 'sha256',
    ROBOKASSA_PAYMENT_URL: `${robokassa}/Merchant/Index.aspx`,
    ROBOKASSA_STATE_URL: `${robokassa}/Merchant/WebService/Service.asmx/OpStateExt`,
    ROBOKASSA_REFUND_URL: `${robokassa}/RefundService`,
    ...(deployment.state_folder && { FILES_DIR: `${deployment.state_folder}/files` }),
  }
}

export function telegramEnvironment(deployment: Deployment): Environment {
  return {
    TELEGRAM_PORT: String(deployment.telegram_port),
    BOT_TOKEN: deployment.secrets.bot_token,
    BOT_USERNAME: botUsername,
    DESK_APP_ORIGIN: originOf(deployment.pages_port ?? deployment.api_port),
    ...(deployment.app_port && { DESK_APP_PORT: String(deployment.app_port) }),
    DESK_PEOPLE: deployment.people_file,
    ...(deployment.guide_file && { DESK_GUIDE: deployment.guide_file }),
    DESK_PAYMENTS_ORIGIN: originOf(deployment.robokassa_port),
    DESK_MODERATORS_CHAT_ID: moderatorsChat,
    DESK_OPS_CHAT_ID: opsChat,
    ...(deployment.state_folder && { DESK_STATE_FILE: `${deployment.state_folder}/telegram.json` }),
  }
}

export function robokassaEnvironment(deployment: Deployment): Environment {
  const app = appOrigin(deployment)
  return {
    ROBOKASSA_PORT: String(deployment.robokassa_port),
    ROBOKASSA_MERCHANT: merchant,
    ROBOKASSA_PASSWORD_1: deployment.secrets.robokassa_password_1,
    ROBOKASSA_PASSWORD_2: deployment.secrets.robokassa_password_2,
    ROBOKASSA_PASSWORD_3: deployment.secrets.robokassa_password_3,
    ROBOKASSA_HASH: 'sha256',
    ROBOKASSA_RESULT_URL: `${originOf(deployment.api_port)}/pay/robokassa/result`,
    ROBOKASSA_SUCCESS_URL: `${app}/pay/robokassa/success`,
    ROBOKASSA_FAIL_URL: `${app}/pay/robokassa/fail`,
    ...(deployment.state_folder && { ROBOKASSA_STATE_FILE: `${deployment.state_folder}/robokassa.json` }),
  }
}
