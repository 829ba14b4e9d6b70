import { readFileSync } from 'node:fs'
import { startTelegram } from './server.ts'
import type { GuideStep, PersonInput } from './state/types.ts'

const env = process.env
const requireVariable = (name: string) => {
  const value = env[name]
  if (!value) throw new Error(`${name} is missing`)
  return value
}

/** People from the people file have started the bot, unless the file states otherwise. */
const readPeople = (file: string) =>
  (JSON.parse(readFileSync(file, 'utf8')) as PersonInput[]).map((person) => ({ started: true, ...person }))

const telegram = await startTelegram({
  port: Number(env.TELEGRAM_PORT ?? 0),
  app_port: Number(env.DESK_APP_PORT ?? 0),
  bot_token: requireVariable('BOT_TOKEN'),
  bot_username: requireVariable('BOT_USERNAME'),
  app_origin: env.DESK_APP_ORIGIN,
  people: env.DESK_PEOPLE ? readPeople(env.DESK_PEOPLE) : [],
  guide: env.DESK_GUIDE ? (JSON.parse(readFileSync(env.DESK_GUIDE, 'utf8')) as GuideStep[]) : [],
  payments_origin: env.DESK_PAYMENTS_ORIGIN,
  state_file: env.DESK_STATE_FILE,
  moderators_chat_id: env.DESK_MODERATORS_CHAT_ID ? Number(env.DESK_MODERATORS_CHAT_ID) : undefined,
  ops_chat_id: env.DESK_OPS_CHAT_ID ? Number(env.DESK_OPS_CHAT_ID) : undefined,
})
console.log(`Telegram stand-in: ${telegram.origin}/__desk/`)

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void telegram.close().then(() => process.exit(0))
  })
