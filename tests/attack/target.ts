import { setTimeout as wait } from 'node:timers/promises'
import { seed } from '#db/seed.ts'
import { webhookPath } from '#services/notifications/telegram/webhook.ts'
import { cpuOf } from '#tests/load/processes.ts'
import { type Account, launchData } from '#tests/support/people/launch-data.ts'
import { startWorld } from '#tests/support/servers/world.ts'

/** A person with an account, and the authorization header of this person's client. */
export interface AttackAccount {
  id: number
  telegram_id: number
  authorization: string
}

/** API, bot and Postgres as separate processes, so that their CPU time can be measured. */
export interface Target {
  api: string
  newPerson(): Promise<AttackAccount>
  /** Creates a Telegram user who is unknown to the product. */
  newStranger(): Promise<number>
  /**
   * Sends a Telegram update to the bot's webhook.
   * @returns the HTTP status
   */
  sendUpdate(update: object, secret?: string): Promise<number>
  /**
   * Returns the CPU microseconds of API, bot and Postgres per call of `act`, averaged over `times` calls. CPU time that
   * they use when idle is subtracted.
   */
  cost(times: number, act: (n: number) => Promise<unknown>): Promise<number>
  stop(): Promise<void>
}

const secret = 'a-secret-of-the-webhook'
/**
 * The bot answers Telegram's request before it processes the update. Waits this many milliseconds for the processing.
 */
const settleMs = 300
const idleMs = 3000

/** Starts the demo market with rate limits so high that they refuse no request. */
export async function openTarget(): Promise<Target> {
  const world = await startWorld({
    roles: ['telegram', 'robokassa', 'api', 'bot'],
    own_servers: true,
    port_name: 'BOT_PORT',
    env: {
      RATE_LIMIT_SCALE: '1000000',
      BOT_MODE: 'webhook',
      BOT_WEBHOOK_SECRET: secret,
    },
  })
  await seed(world.owner_url, { demo: true })
  const usedCpu = () => cpuOf([world.pid('api'), world.pid('bot'), world.pid('postgres')])
  let telegram_id = 7_000_900_000
  const newAccount = async (): Promise<Account> => {
    const account = { id: ++telegram_id, first_name: 'Анна', language_code: 'ru' }
    await world.telegram.post('/users', account)
    return account
  }
  const cpuBefore = usedCpu()
  await wait(idleMs)
  const idleShare = (usedCpu() - cpuBefore) / idleMs
  return {
    api: world.api,
    newStranger: async () => (await newAccount()).id,
    async newPerson() {
      const account = await newAccount()
      const launch = launchData(account, world.env.BOT_TOKEN ?? '', new Date())
      const answer = await fetch(`${world.api}/auth/login`, {
        method: 'POST',
        headers: { authorization: `tma ${launch}`, 'content-type': 'application/json' },
        body: JSON.stringify({ telegram_id: account.id }),
      })
      const { tokens, user } = (await answer.json()) as {
        tokens: { access_token: string }
        user: { id: number }
      }
      return { id: user.id, telegram_id: account.id, authorization: `Bearer ${tokens.access_token}` }
    },
    async sendUpdate(update, secretHeader = secret) {
      const headers = { 'x-telegram-bot-api-secret-token': secretHeader }
      const body = JSON.stringify(update)
      const { status } = await fetch(`http://127.0.0.1:${world.env.BOT_PORT}${webhookPath}`, {
        method: 'POST',
        headers,
        body,
      })
      return status
    },
    async cost(times, act) {
      const [start, startedAt] = [usedCpu(), Date.now()]
      for (let n = 0; n < times; n++) await act(n)
      await wait(settleMs)
      return Math.max(0, usedCpu() - start - idleShare * (Date.now() - startedAt)) / times
    },
    stop: () => world.stop(),
  }
}
