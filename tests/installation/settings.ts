import { newSecrets } from '#stand-ins/launcher/environment.ts'

/** Settings of the installation that is tried: those of a real one, with Telegram and the shop beside it. */

export const imageName = 'otklik:installation-test'
export const outsideImage = 'otklik-outside:installation-test'
export const outsidePorts = { telegram: 8081, robokassa: 8082 } as const
/** Name of the proxy. Caddy signs it by itself, because it ends in `.localhost`. */
const domain = 'otklik.localhost'

export const people = {
  moderator: 7_000_000_001,
  moderators_chat: -1_001_000_000_001,
  ops_chat: -1_001_000_000_002,
} as const

/** Returns what `.env` of the installation holds. */
export function installationSettings(): Record<string, string> {
  const secrets = newSecrets()
  const telegram = `http://outside:${outsidePorts.telegram}`
  const robokassa = `http://outside:${outsidePorts.robokassa}`
  return {
    DOMAIN: domain,
    OTKLIK_IMAGE: imageName,
    // Any signs may stand in a password.
    POSTGRES_PASSWORD: 'an owner @ /:?#% of tables',
    POSTGRES_APP_PASSWORD: 'the processes & their "password"',
    APP_ORIGIN: `https://${domain}`,
    // The proxy's certificate is its own.
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    BOT_TOKEN: secrets.bot_token,
    BOT_USERNAME: 'otklik_trial_bot',
    BOT_API_ROOT: telegram,
    BOT_API_ROOT_TRUSTED: '1',
    JWT_SECRETS: `first:${secrets.jwt_secret}`,
    PHONE_KEY: secrets.phone_key,
    DEPARTURE_KEY: secrets.departure_key,
    ADMIN_TELEGRAM_IDS: String(people.moderator),
    MODERATORS_CHAT_ID: String(people.moderators_chat),
    OPS_CHAT_ID: String(people.ops_chat),
    ROBOKASSA_MERCHANT: 'otklik-trial',
    ROBOKASSA_PASSWORD_1: secrets.robokassa_password_1,
    ROBOKASSA_PASSWORD_2: secrets.robokassa_password_2,
    ROBOKASSA_PASSWORD_3: secrets.robokassa_password_3,
    ROBOKASSA_PAYMENT_URL: `${robokassa}/Merchant/Index.aspx`,
    ROBOKASSA_STATE_URL: `${robokassa}/Merchant/WebService/Service.asmx/OpStateExt`,
    ROBOKASSA_REFUND_URL: `${robokassa}/RefundService`,
  }
}

/** Writes settings as the lines of `.env`. Values with signs stand in single quotes. */
export const envFile = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${/^[\w@./:-]*$/.test(value) ? value : `'${value}'`}\n`)
    .join('')

/** The proxy's name inside the network. */
export const proxyName = { caddy: { networks: { default: { aliases: [domain] } } } }

/** Additions of the trial to docker-compose.yml: the surroundings, and the proxy's name. */
export const surroundings = {
  services: {
    outside: { image: outsideImage, init: true, env_file: '.env', environment: { NODE_ENV: 'test' } },
    ...proxyName,
  },
}

/**
 * Returns docker-compose.yml as it is run beside other things of the machine: no port is opened outside.
 * @param network first three numbers of the network; those of the file by default
 * @param buildNetwork network of builds, such as `host`
 */
export function privateCompose(text: string, network = '10.89.214', buildNetwork?: string): string {
  const closed = text.replace(/^ {4}ports: \[.*\]\n/gm, '')
  if (/\bports:/.test(closed)) throw new Error('docker-compose.yml no longer opens its ports in one line')
  const built = buildNetwork
    ? closed.replaceAll(/(build: \{ context: \.)/g, `$1, network: ${buildNetwork}`)
    : closed
  return built.replaceAll('10.89.214', network)
}
