import { confirm, input, password, select } from '@inquirer/prompts'
import type { Finding } from '#services/cli/checks/result.ts'
import { checkShop } from '#services/cli/checks/shop.ts'
import { checkTelegram } from '#services/cli/checks/telegram.ts'
import { writeEnvFile } from '#services/cli/env-file.ts'
import { configOf, readEnvFile } from '#services/cli/environment.ts'
import { chooseGroups, type GroupChoice } from '#services/cli/group-choice.ts'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import { findMistake, type Question, questions, secretGenerators } from '#services/cli/questions.ts'
import type { Session } from '#services/cli/session.ts'
import type { Config } from '#services/core/config/config.ts'
import { readShop } from '#services/core/context.ts'
import { createLog } from '#services/core/observability/log.ts'
import { staffChatSettings } from '#services/notifications/staff-chats.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { introduce } from '#services/notifications/telegram/introduction.ts'
import { registerWebhook } from '#services/notifications/telegram/webhook.ts'
import { chooseBackupKey } from './backup/key-choice.ts'
import { reportFindings } from './state/doctor.ts'

export type SetupOptions = { answers?: string; offline?: boolean }
type Values = Record<string, string>

/**
 * URLs that docker-compose.yml sets for the containers. They complete the settings, so that the settings can be
 * validated before the containers run.
 */
const composeAddresses = {
  DATABASE_URL: 'postgres://otklik_app@postgres:5432/otklik',
  REDIS_URL: 'redis://redis:6379',
}

/**
 * Creates the settings file of an installation: asks for values that only the operator knows, generates secrets and
 * keeps existing values. Then it registers commands, menu and webhook with Telegram and checks the shop.
 */
export async function setup(session: Session, { answers, offline = false }: SetupOptions): Promise<Outcome> {
  const existing = nonEmpty(readEnvFile(session.env_file))
  const newValues =
    answers === undefined ? await askAll(session, existing, offline) : nonEmpty(readEnvFile(answers))
  const values: Values = { NODE_ENV: 'production', BOT_MODE: 'webhook', ...existing, ...newValues }
  requireAll(values)
  for (const [name, generate] of Object.entries(secretGenerators)) values[name] ??= generate()
  values.APP_ORIGIN ??= `https://${values.DOMAIN}`
  if (!offline) Object.assign(values, await readBotFacts(session, values))
  const config = configOf({ BOT_USERNAME: 'unknown', ...composeAddresses, ...values })
  writeEnvFile(session.env_file, values)
  session.output.note(
    `${session.env_file} is written; keep a copy of it in another place than the machine and the backups.`,
  )
  const findings = offline ? [] : await registerBot(session, config)
  const summary = findings.length > 0 ? reportFindings(findings) : { text: [], isBad: false }
  return {
    text: [...summary.text, '', 'Next: docker compose up -d, then docker compose run --rm otklik doctor.'],
    data: { env_file: session.env_file, findings },
    isBad: summary.isBad,
  }
}

function nonEmpty(values: Record<string, string | undefined>): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Values
}

/** @throws Refusal that lists all missing or invalid answers */
function requireAll(values: Values): void {
  const wrong = questions.flatMap((question) => {
    const complaint = findMistake(question, values[question.name] ?? '')
    return complaint ? [`  ${question.name}: ${complaint}`] : []
  })
  if (wrong.length > 0) throw new Refusal(`These answers are missing or wrong:\n${wrong.join('\n')}`)
}

async function askAll(session: Session, existing: Values, offline: boolean): Promise<Values> {
  if (!session.canAsk)
    throw new Refusal(
      'Nobody can be asked here: name a file with --answers, of lines such as DOMAIN=otklik.example.',
    )
  const newValues: Values = {}
  let defaults = existing
  for (const question of questions) {
    const { name } = question
    if (name === staffChatSettings.moderators && !offline) {
      const choice = await offerGroupChoice(session, { ...existing, ...newValues })
      defaults = { ...defaults, ...choice }
      // The terminal does not ask for a channel: it is chosen in Telegram or connected later in the admin area.
      if (choice.CHANNEL_CHAT_ID) newValues.CHANNEL_CHAT_ID = choice.CHANNEL_CHAT_ID
    }
    if (question.isAsked && !question.isAsked({ ...existing, ...newValues })) continue
    newValues[name] =
      name === 'BACKUP_KEY'
        ? await chooseBackupKey(existing.BACKUP_KEY ?? '', session.output.note)
        : await askQuestion(question, defaults[name] ?? '')
  }
  return newValues
}

/**
 * Lets the operator choose the staff groups in Telegram. Their ids become the default answers of the following
 * questions.
 */
async function offerGroupChoice(session: Session, values: Values): Promise<Values> {
  const isWanted = await confirm({ message: 'Choose the groups of the staff in Telegram', default: true })
  if (!isWanted) return {}
  const { BOT_TOKEN = '', BOT_API_ROOT = 'https://api.telegram.org' } = values
  const api = telegramApi({ BOT_TOKEN, BOT_API_ROOT }, 40)
  const { note } = session.output
  const choice = await chooseGroups(api, { note }).catch((error) => {
    note(`Telegram cannot be asked: ${error.message}`)
    return { values: {} } as GroupChoice
  })
  const { telegram_id } = choice
  const admins = values.ADMIN_TELEGRAM_IDS ?? (telegram_id && String(telegram_id))
  return { ...choice.values, ...(admins && { ADMIN_TELEGRAM_IDS: admins }) }
}

async function askQuestion(question: Question, current: string): Promise<string> {
  const { prompt: message, choices, isSecret } = question
  if (choices) return select({ message, choices: [...choices], default: current || choices[0] })
  const validate = (value: string) => findMistake(question, value || current) ?? true
  if (!isSecret) return (await input({ message, default: current || undefined, validate })).trim()
  const hint = current ? `${message} (Enter keeps the one there is)` : message
  return (await password({ message: hint, mask: '*', validate })) || current
}

/** Reads the bot's user name and other facts from Telegram with the bot's token. */
async function readBotFacts(session: Session, values: Values): Promise<Values> {
  session.output.note('… asking Telegram who the bot is')
  const { BOT_TOKEN = '', BOT_API_ROOT = 'https://api.telegram.org' } = values
  const api = telegramApi({ BOT_TOKEN, BOT_API_ROOT }, 10)
  const me = await api.getMe().catch((error) => {
    throw new Refusal(`Telegram does not know this token, or cannot be reached: ${error.message}`)
  })
  return { BOT_USERNAME: me.username, BOT_HAS_MAIN_APP: me.has_main_web_app ? '1' : '0' }
}

/** Registers the bot's public profile and webhook with Telegram, then checks Telegram and the shop. */
async function registerBot(session: Session, config: Config): Promise<Finding[]> {
  session.output.note('… telling Telegram of commands, texts, menu and webhook')
  const api = telegramApi(config, 30)
  await introduce({ config, log: createLog('silent', 'cli') }, api)
  if (config.BOT_MODE === 'webhook') await registerWebhook(config, api)
  session.output.note('… asking Telegram and the shop')
  return [...(await checkTelegram(config)), ...(await checkShop(readShop(config)))]
}
