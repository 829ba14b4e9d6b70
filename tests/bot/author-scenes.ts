import type { Language } from '#contract/languages.ts'
import { buildServer } from '#services/api/server.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { contactData } from '#tests/support/people/launch-data.ts'
import { login, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertOrder } from '#tests/workers/setup.ts'
import { connectQueues } from '#workers/engine/queues.ts'
import { startRelay } from '#workers/engine/relay.ts'
import { messageNotifications } from '#workers/events/message-notifications.ts'
import { responseNotifications } from '#workers/events/response-notifications.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { buttons } from './moderators-chat.ts'
import { createAccount, type Message, openBot, type TapResult, waitForReply } from './telegram.ts'

/**
 * Opens a market with a client and freelancers who use the app and the bot, and with the workers that deliver
 * notifications.
 */
export async function openMarket() {
  const setup = await openBot()
  const { ctx, telegram } = setup
  await telegram.post('/limits', { enabled: false })
  ctx.config.TELEGRAM_RATE_SCALE = 100
  const server = (await buildServer(ctx)).app
  const connection = connectQueues(ctx, 'worker')
  const workers = [
    startRelay(ctx),
    startTelegramDelivery(ctx, everyMessage),
    responseNotifications.start(ctx, connection),
    messageNotifications.start(ctx, connection),
  ]
  const closeScene = async () => {
    for (const worker of workers) await worker.stop()
    connection.disconnect()
    await server.close()
  }

  async function person(first_name: string, language_code: Language) {
    const { id: telegram_id } = await createAccount(setup, { first_name, language_code })
    const { message_id } = await telegram.post<Message>(`/users/${telegram_id}/start`)
    await waitForReply(setup, telegram_id, message_id)
    const account = { id: telegram_id, first_name, language_code, username: `user_${telegram_id}` }
    const app: Person = await login({ ctx, server }, account)
    const readMessages = async () => {
      const messages = await telegram.get<Message[]>(`/messages?chat_id=${telegram_id}`)
      return messages.filter(({ from }) => from.is_bot).map(withPlainSpaces)
    }
    /** Waits for the bot's newest message with this text. */
    const waitForMessage = (fragment: string) =>
      eventually(async () => (await readMessages()).findLast(({ text }) => text?.includes(fragment)))
    /** Waits until the message contains this text. */
    const waitForText = ({ message_id }: Message, fragment = '') =>
      eventually(async () =>
        (await readMessages()).find((one) => one.message_id === message_id && one.text?.includes(fragment)),
      )
    /** Waits until the message's first button has this label. */
    const waitForFirstButton = ({ message_id }: Message, button = '') =>
      eventually(async () =>
        (await readMessages()).find((one) => one.message_id === message_id && buttons(one)?.[0] === button),
      )
    const pressButton = ({ message_id }: Message, text = '') =>
      telegram.post<TapResult>(`/users/${telegram_id}/tap`, { message_id, text })
    /** @returns the bot's reply */
    const sendMessage = async (body: Record<string, unknown>) => {
      const sentMessage = await telegram.post<Message>(`/users/${telegram_id}/send`, body)
      return withPlainSpaces(await waitForReply(setup, telegram_id, sentMessage.message_id))
    }
    return {
      ...app,
      telegram_id,
      readMessages,
      waitForMessage,
      waitForText,
      waitForFirstButton,
      pressButton,
      sendMessage,
    }
  }

  const client = (language: Language = 'ru') => person('Анна', language)

  async function freelancer(first_name = 'Борис', language: Language = 'ru') {
    const verifiedPerson = await person(first_name, language)
    const contact = contactData(
      verifiedPerson.account,
      `+${verifiedPerson.account.id}`,
      ctx.config.BOT_TOKEN,
      ctx.now(),
    )
    await verifiedPerson.call('POST /api/users/verify-profile/:id', {
      params: { id: verifiedPerson.id },
      body: { contact },
    })
    return verifiedPerson
  }

  async function orderOf(author: Pick<Person, 'id'>, columns: Record<string, unknown> = {}) {
    const id = await insertOrder(setup, author.id, { category_id: categories.own, ...columns })
    await ctx.db.insertInto('orders').values({ listing_id: id, subtitle: 'Нужен сайт с меню.' }).execute()
    return id
  }

  const respond = async (
    { call }: Pick<Person, 'call'>,
    order: number,
    changes: Parameters<typeof responseTo>[1] = {},
  ) => (await call('POST /api/projects/add_resp', responseTo(order, changes))).id

  const response = (id: number) =>
    ctx.db.selectFrom('responses').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  /** Presses a button with callback data that the bot did not create. */
  async function pressForged({ telegram_id }: { telegram_id: number }, callback_data: string) {
    const { message_id } = await setup.bot.api.sendMessage(telegram_id, 'Кнопка', {
      reply_markup: { inline_keyboard: [[{ text: 'Кнопка', callback_data }]] },
    })
    return telegram.post<TapResult>(`/users/${telegram_id}/tap`, { message_id, text: 'Кнопка' })
  }

  return { setup, close: closeScene, client, freelancer, orderOf, respond, response, pressForged }
}

/** Replaces non-breaking spaces, so that tests can use ordinary ones. */
function withPlainSpaces(message: Message): Message {
  return message.text === undefined
    ? message
    : { ...message, text: message.text.replace(/[\u00a0\u202f]/g, ' ') }
}
