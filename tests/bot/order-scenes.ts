import type { Language } from '#contract/languages.ts'
import { buildServer } from '#services/api/server.ts'
import { createBot } from '#services/bot/bot.ts'
import { pollUpdates } from '#services/bot/updates/polling.ts'
import { queueNewOrder } from '#services/listings/audience/actions.ts'
import type { DeliveryKind } from '#services/notifications/kinds.ts'
import { type NewDelivery, queueDelivery } from '#services/notifications/outbox/queue.ts'
import { upsertUser } from '#services/users/account/accounts.ts'
import { login } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertOrder } from '#tests/workers/setup.ts'
import { connectQueues } from '#workers/engine/queues.ts'
import { startRelay } from '#workers/engine/relay.ts'
import { responseNotifications } from '#workers/events/response-notifications.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { createAccount, type Message, openBot, type TapResult } from './telegram.ts'

const category_id = 101
const dayMs = 86_400_000

/** Collapses all whitespace into single spaces. */
export const collapseSpaces = (text = '') => text.replace(/\s+/g, ' ')

type ShownMessage = {
  text: string
  keys: string[][] | undefined
  rows: unknown[][] | undefined
  message_id: number
}

function describeMessage({ text, message_id, reply_markup }: Message): ShownMessage {
  const rows = reply_markup?.inline_keyboard
  const keys = rows?.map((row) => row.map((key) => collapseSpaces(key.text)))
  return { text: collapseSpaces(text), keys, rows, message_id }
}

/** Opens the bot with an author, and with freelancers whom the bot notifies of orders. */
export async function openOrders() {
  const setup = await openBot()
  const { ctx, telegram } = setup
  await telegram.post('/limits', { enabled: false })
  ctx.config.TELEGRAM_RATE_SCALE = 100
  const server = (await buildServer(ctx)).app
  const author = (await upsertUser(ctx, { id: (await createAccount(setup)).id, first_name: 'Игорь' })).id
  const connection = connectQueues(ctx, 'worker')
  const workers = [
    startRelay(ctx),
    startTelegramDelivery(ctx, everyMessage),
    responseNotifications.start(ctx, connection),
  ]
  let { polling } = setup

  /** Creates a freelancer and has the bot notify them of an order. `verified` confirms the freelancer's phone. */
  async function notifyReader(
    language: Language,
    { verified = true, ...columns }: Record<string, unknown> & { verified?: boolean } = {},
  ) {
    const { id, phone } = await createAccount(setup, { language_code: language })
    await telegram.post(`/users/${id}/start`)
    const person = await upsertUser(ctx, { id, first_name: 'Анна', language_code: language })
    const deadline = new Date(ctx.now().getTime() + 5 * dayMs).toISOString()
    const defaultFields = { category_id, is_remote: true, deadline, price_base: 250_000, language: 'any' }
    const listing_id = await insertOrder(setup, author, {
      title: 'Вывеска <b>',
      ...defaultFields,
      ...columns,
    })
    const subtitle = 'Нужна вывеска\n\nна фасад'
    if (columns.kind === 'vacancy')
      await ctx.db.insertInto('vacancies').values({ listing_id, description: subtitle }).execute()
    else await ctx.db.insertInto('orders').values({ listing_id, subtitle }).execute()
    const readMessages = async () => {
      const messages = await telegram.get<Message[]>(`/messages?chat_id=${id}`)
      return messages.filter(({ from }) => from.is_bot).map(describeMessage)
    }
    const tapButton = (text: string, message_id?: number) =>
      telegram.post<TapResult>(`/users/${id}/tap`, { text, ...(message_id && { message_id }) })
    const sendMessage = (body: Record<string, unknown> | string) =>
      telegram.post<Message>(`/users/${id}/send`, typeof body === 'string' ? { text: body } : body)
    /** Waits until the bot's newest message contains this text. */
    const waitForText = async (fragment: string | RegExp) => {
      const matches = (text = '') =>
        typeof fragment === 'string' ? text.includes(fragment) : fragment.test(text)
      const findLast = async () => {
        const lastMessage = (await readMessages()).at(-1)
        return matches(lastMessage?.text) && lastMessage
      }
      return eventually(findLast).catch(async () => {
        throw new Error(`not said: ${fragment}, but: ${(await readMessages()).at(-1)?.text}`)
      })
    }
    if (verified) {
      await telegram.post(`/users/${id}/contact`)
      await eventually(async () => (await readMessages()).length > 1)
    }
    const profile = { category_id, can_write: true, time_zone: 'Europe/Moscow' }
    await ctx.db.updateTable('users').set(profile).where('id', '=', person.id).execute()
    await ctx.db.transaction().execute((tx) => queueNewOrder(ctx, tx, listing_id))
    const { message_id } = await eventually(async () =>
      (await readMessages()).find(({ text }) => text.includes('Вывеска <b>')),
    )
    /** Returns the current state of the bot's message about the order. */
    const readOrderMessage = async () => {
      const { text, keys, rows } = (await readMessages()).find((one) => one.message_id === message_id) ?? {}
      return { text, keys, rows }
    }
    const pressButton = async (text: string) => {
      await tapButton(text, message_id)
      return readOrderMessage()
    }
    const responses = () =>
      ctx.db
        .selectFrom('responses')
        .leftJoin('currencies as currency', 'currency.id', 'responses.currency_id')
        .select(['responses.status', 'responses.response_text', 'responses.price', 'currency.code'])
        .where('responses.user_id', '=', person.id)
        .execute()
    const countEdits = async () =>
      (await telegram.get<unknown[]>(`/calls?method=editMessageText&chat_id=${id}`)).length
    const openApp = () => login({ ctx, server }, { id, first_name: 'Анна', username: `anna_${id}` })
    return {
      id,
      phone,
      user_id: person.id,
      listing_id,
      message_id,
      readOrderMessage,
      pressButton,
      readMessages,
      tapButton,
      sendMessage,
      waitForText,
      responses,
      openApp,
      countEdits,
    }
  }

  /** Queues a message of the product and waits until it is sent. */
  async function deliver<K extends DeliveryKind>(delivery: Omit<NewDelivery<K>, 'dedupe_key'>) {
    const dedupe_key = crypto.randomUUID()
    await ctx.db.transaction().execute((tx) => queueDelivery(ctx, tx, { ...delivery, dedupe_key }))
    const row = ctx.db.selectFrom('deliveries').select('state').where('dedupe_key', '=', dedupe_key)
    await eventually(async () => (await row.executeTakeFirst())?.state === 'sent')
  }

  return {
    ...setup,
    author,
    deliver,
    notifyReader,
    /** Stops the bot and starts a new one, as after its process died. */
    async restart() {
      await polling.stop()
      const bot = createBot(ctx)
      await bot.init()
      polling = await pollUpdates(ctx, bot)
    },
    async close() {
      for (const worker of workers) await worker.stop()
      connection.disconnect()
      await polling.stop()
      await server.close()
    },
  }
}
export type Orders = Awaited<ReturnType<typeof openOrders>>
