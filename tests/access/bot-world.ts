import { AsyncLocalStorage } from 'node:async_hooks'
import { Composer } from 'grammy'
import type { Update } from 'grammy/types'
import { createBot } from '#services/bot/bot.ts'
import type { Account } from '#tests/support/people/launch-data.ts'
import type { AccessSetup } from './setup.ts'

/** Callback data and commands that the bot's features register. */
export type Handlers = { presses: (string | RegExp)[]; commands: string[] }

/** One call from the bot to Telegram. */
type BotCall = { method: string; payload: Record<string, unknown> }

type PersonAction = { data: string } | { text: string; reply_to?: number } | { query: string }

const message_id = 4_000_000
const startedAt = 1_700_000_000

/** The bot with the seed data and without Telegram. Its calls are recorded instead of sent. */
export function openBot({ api }: AccessSetup) {
  const handlers: Handlers = { presses: [], commands: [] }
  const bot = withSpies(handlers, () => createBot(api.ctx))
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
  const answers = new AsyncLocalStorage<BotCall[]>()
  bot.api.config.use(async (_, method, payload) => {
    answers.getStore()?.push({ method, payload: payload as BotCall['payload'] })
    const chat_id = 'chat_id' in payload ? payload.chat_id : 0
    const result = method.startsWith('send')
      ? { message_id: ++messages, chat: { id: chat_id, type: 'private' } }
      : true
    return { ok: true, result } as never
  })
  return {
    handlers,
    /** Sends an update from the given person's private chat to the bot, and returns the bot's calls. */
    async send(account: Account, action: PersonAction): Promise<string> {
      const botCalls: BotCall[] = []
      const update = { update_id: ++updates, ...updateOf(account, action, bot.botInfo) } as unknown as Update
      await answers.run(botCalls, () => bot.handleUpdate(update))
      return botCalls.map((call) => JSON.stringify(call)).join('\n')
    },
    message_id,
  }
}

function withSpies<T>(handlers: Handlers, create: () => T): T {
  const { callbackQuery, command } = Composer.prototype
  Composer.prototype.callbackQuery = function (trigger, ...middleware) {
    handlers.presses.push(...([trigger].flat() as Handlers['presses']))
    return callbackQuery.call(this, trigger, ...middleware) as never
  }
  Composer.prototype.command = function (name, ...middleware) {
    handlers.commands.push(...([name].flat() as string[]))
    return command.call(this, name, ...middleware) as never
  }
  try {
    return create()
  } finally {
    Object.assign(Composer.prototype, { callbackQuery, command })
  }
}

function updateOf(account: Account, action: PersonAction, me: object): object {
  const from = { ...account, is_bot: false }
  const chat = { id: account.id, type: 'private', first_name: account.first_name }
  const botMessage = { message_id, date: startedAt, chat, from: me, text: 'Сообщение бота' }
  if ('data' in action)
    return { callback_query: { id: '1', from, message: botMessage, chat_instance: '1', data: action.data } }
  if ('query' in action) return { inline_query: { id: '1', from, query: action.query, offset: '' } }
  const { text, reply_to } = action
  const entities = text.startsWith('/')
    ? [{ type: 'bot_command', offset: 0, length: text.split(' ')[0]?.length }]
    : undefined
  const reply = reply_to && { reply_to_message: { ...botMessage, message_id: reply_to } }
  return { message: { message_id: message_id + 1, date: startedAt, chat, from, text, entities, ...reply } }
}
