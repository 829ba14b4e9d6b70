import { AsyncLocalStorage } from 'node:async_hooks'
import { Composer } from 'grammy'
import type { Update } from 'grammy/types'
import { createBot } from '#services/bot/bot.ts'
import type { Account } from '#tests/support/people/launch-data.ts'
import type { AccessSetup } from './setup.ts'

/** Callback data and commands that the bot's features register. */
export type Heard = { presses: (string | RegExp)[]; commands: string[] }

/** One call from the bot to Telegram. */
type Said = { method: string; payload: Record<string, unknown> }

type Does = { data: string } | { text: string; reply_to?: number } | { query: string }

const message_id = 4_000_000
const started = 1_700_000_000

/** The bot on the seed, without Telegram: its calls are recorded instead of sent. */
export function openDoor({ api }: AccessSetup) {
  const heard: Heard = { presses: [], commands: [] }
  const bot = withSpies(heard, () => createBot(api.ctx))
  bot.botInfo = {
    id: Number(api.ctx.config.BOT_TOKEN.split(':')[0]),
    is_bot: true,
    first_name: 'Otklik',
    username: api.ctx.config.BOT_USERNAME,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: true,
    can_connect_to_business: false,
    has_main_web_app: true,
  } as typeof bot.botInfo
  let updates = 0
  let messages = message_id
  const answers = new AsyncLocalStorage<Said[]>()
  bot.api.config.use(async (_, method, payload) => {
    answers.getStore()?.push({ method, payload: payload as Said['payload'] })
    const chat_id = 'chat_id' in payload ? payload.chat_id : 0
    const result = method.startsWith('send')
      ? { message_id: ++messages, chat: { id: chat_id, type: 'private' } }
      : true
    return { ok: true, result } as never
  })
  return {
    heard,
    /** Returns the bot's calls in reply to an update from this person's private chat. */
    async tell(account: Account, does: Does): Promise<string> {
      const said: Said[] = []
      const update = { update_id: ++updates, ...updateOf(account, does, bot.botInfo) } as unknown as Update
      await answers.run(said, () => bot.handleUpdate(update))
      return said.map((call) => JSON.stringify(call)).join('\n')
    },
    message_id,
  }
}

function withSpies<T>(heard: Heard, create: () => T): T {
  const { callbackQuery, command } = Composer.prototype
  Composer.prototype.callbackQuery = function (trigger, ...rest) {
    heard.presses.push(...([trigger].flat() as Heard['presses']))
    return callbackQuery.call(this, trigger, ...rest) as never
  }
  Composer.prototype.command = function (name, ...rest) {
    heard.commands.push(...([name].flat() as string[]))
    return command.call(this, name, ...rest) as never
  }
  try {
    return create()
  } finally {
    Object.assign(Composer.prototype, { callbackQuery, command })
  }
}

function updateOf(account: Account, does: Does, me: object): object {
  const from = { ...account, is_bot: false }
  const chat = { id: account.id, type: 'private', first_name: account.first_name }
  const mine = { message_id, date: started, chat, from: me, text: 'Сообщение бота' }
  if ('data' in does)
    return { callback_query: { id: '1', from, message: mine, chat_instance: '1', data: does.data } }
  if ('query' in does) return { inline_query: { id: '1', from, query: does.query, offset: '' } }
  const { text, reply_to } = does
  const entities = text.startsWith('/')
    ? [{ type: 'bot_command', offset: 0, length: text.split(' ')[0]?.length }]
    : undefined
  const reply = reply_to && { reply_to_message: { ...mine, message_id: reply_to } }
  return { message: { message_id: message_id + 1, date: started, chat, from, text, entities, ...reply } }
}
