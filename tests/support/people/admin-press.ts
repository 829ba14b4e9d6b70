import type { Reply } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { createBot } from '#services/bot/bot.ts'
import { pollUpdates } from '#services/bot/updates/polling.ts'
import { startTelegram } from '#stand-ins/telegram/server.ts'
import type { Api } from '#tests/support/api/api.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openControlApi } from '#tests/support/servers/stand-in-control.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import type { Person } from './people.ts'

type Confirmation = Reply<Calls['GET /api/admin/confirmations/:id']>
type Button = { text: string; callback_data?: string }
export type BotPrompt = {
  message_id: number
  text: string
  reply_markup?: { inline_keyboard: Button[][] }
}
type Tapped = { answer?: { text?: string; show_alert?: boolean } }

/**
 * Starts a Telegram stand-in for an API under test, with the product's bot and message delivery. Admins can then
 * confirm actions in the bot.
 */
export async function openConfirmations({ ctx }: Api) {
  const { BOT_TOKEN: bot_token, BOT_USERNAME: bot_username } = ctx.config
  const server = await startTelegram({ bot_token, bot_username })
  const telegram = openControlApi(`${server.origin}/__desk/api`)
  await telegram.post('/limits', { enabled: false })
  const botContext = {
    ...ctx,
    config: { ...ctx.config, BOT_API_ROOT: server.origin, TELEGRAM_RATE_SCALE: 100 },
  }
  const bot = createBot(botContext)
  await bot.init()
  const polling = await pollUpdates(botContext, bot)
  const delivery = startTelegramDelivery(botContext, everyMessage)
  atEnd(async () => {
    await delivery.stop()
    await polling.stop()
    await server.close()
  })

  const startedAccounts = new Set<number>()
  /**
   * Starts the bot as the admin, once. If the account were registered again, the bot could not write to the admin for a
   * moment.
   */
  async function start({ id, account }: Person): Promise<void> {
    if (startedAccounts.has(account.id)) return
    startedAccounts.add(account.id)
    await telegram.post('/users', account)
    await telegram.post(`/users/${account.id}/start`)
    await eventually(async () => {
      const query = ctx.db.selectFrom('users').select('can_write').where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).can_write
    })
  }

  /** Waits for the message that asks the admin for a confirmation, in the admin's chat with the bot. */
  const promptOf = ({ account }: Person, { id }: Confirmation) =>
    eventually(async () => {
      const messages = await telegram.get<BotPrompt[]>(`/messages?chat_id=${account.id}`)
      const isConfirmButton = ({ callback_data }: Button) => callback_data === `v1:confirm:${id}`
      return messages.findLast(({ reply_markup }) =>
        reply_markup?.inline_keyboard.flat().some(isConfirmButton),
      )
    })

  const press = async ({ account }: Person, { message_id }: BotPrompt, text = 'Подтвердить') =>
    (await telegram.post<Tapped>(`/users/${account.id}/tap`, { message_id, text })).answer

  /** Requests an action that needs a confirmation, confirms it in the bot, and returns the confirmation. */
  async function confirmInBot(admin: Person, request: () => Promise<Confirmation>): Promise<Confirmation> {
    await start(admin)
    const confirmation = await request()
    await press(admin, await promptOf(admin, confirmation))
    return admin.call('GET /api/admin/confirmations/:id', { params: { id: confirmation.id } })
  }

  return { telegram, bot, start, promptOf, press, confirmInBot }
}
export type Confirmations = Awaited<ReturnType<typeof openConfirmations>>
