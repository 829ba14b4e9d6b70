import { Bot } from 'grammy'
import { startTelegram, type TelegramOptions } from '#stand-ins/telegram/server.ts'

export const token = '7000000000:AAtest-token_for-the-stand-in'
export const ada = 7_000_000_001
export const bob = 7_000_000_002
export const moderators = -1_001_000_000_001

/**
 * Starts a Telegram stand-in with two people, the moderator Ada and Bob. Returns a client for the bot's API, and the
 * control API.
 */
export async function telegramWithBot(options: Partial<TelegramOptions> = {}) {
  const telegram = await startTelegram({
    bot_token: token,
    bot_username: 'otklik_bot',
    people: [
      { id: ada, first_name: 'Ада', username: 'ada', phone: '79990000001', groups: ['moderators'] },
      { id: bob, first_name: 'Боб', phone: '79990000002' },
    ],
    ...options,
  })
  const bot = new Bot(token, { client: { apiRoot: telegram.origin } })
  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await fetch(`${telegram.origin}/__desk/api${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return (await reply.json()) as T
  }
  return {
    telegram,
    bot,
    api: bot.api,
    /** Discards all Telegram updates that wait for the bot. */
    async drain() {
      const [last] = await bot.api.getUpdates({ offset: -1 })
      await bot.api.getUpdates({ offset: (last?.update_id ?? 0) + 1 })
    },
    get: <T>(path: string) => control<T>('GET', path),
    post: <T>(path: string, body: object = {}) => control<T>('POST', path, body),
  }
}

export type Rig = Awaited<ReturnType<typeof telegramWithBot>>

/** Creates a Telegram user who has started the bot. */
export async function addStartedUser(rig: Rig): Promise<number> {
  const { id } = await rig.post<{ id: number }>('/users', { first_name: 'Гость' })
  await rig.post(`/users/${id}/start`)
  return id
}
