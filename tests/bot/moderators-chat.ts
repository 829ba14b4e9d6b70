import { buildServer } from '#services/api/server.ts'
import type { Log } from '#services/core/observability/log.ts'
import type { Api } from '#tests/support/api/api.ts'
import { login } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { connectQueues } from '#workers/engine/queues.ts'
import { startRelay } from '#workers/engine/relay.ts'
import { authorNotifications } from '#workers/events/author-notifications.ts'
import { moderation, moderationDecisions } from '#workers/events/moderation.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import {
  type Message,
  moderatorInChat,
  openBot,
  pressInGroup,
  submittedOrder,
  waitForReply,
} from './telegram.ts'

/** The labels of a message's buttons. */
export const buttons = (card: Message) => card.reply_markup?.inline_keyboard.flat().map(({ text }) => text)

/** A message with its formatting, such as bold text and links. */
export type MarkedMessage = Message & { entities?: { type: string; offset: number; length: number }[] }

/** Replaces non-breaking spaces, so that tests can use ordinary ones. */
export const withPlainSpaces = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ')

/** Opens the moderators' chat with the workers that send its messages, for one test file. */
export async function openModeratorsChat(log?: Log) {
  const setup = await openBot(log)
  await setup.telegram.post('/limits', { enabled: false })
  // Many review cards are sent to the moderators' chat, more than a group's rate limit allows.
  setup.ctx.config.TELEGRAM_RATE_SCALE = 100
  // All API requests of this test come from one IP address.
  setup.ctx.config.RATE_LIMIT_SCALE = 1000
  const chat_id = setup.ctx.config.MODERATORS_CHAT_ID
  const maria = await moderatorInChat(setup)
  const server = (await buildServer(setup.ctx)).app
  const connection = connectQueues(setup.ctx, 'worker')
  const workers = [
    startRelay(setup.ctx),
    startTelegramDelivery(setup.ctx, everyMessage),
    moderation.start(setup.ctx, connection),
    moderationDecisions.start(setup.ctx, connection),
    authorNotifications.start(setup.ctx, connection),
  ]
  const closeChat = async () => {
    for (const worker of workers) await worker.stop()
    connection.disconnect()
    await server.close()
  }

  const cardOf = (listing_id: number, text = '') =>
    eventually(async () => {
      const cards = await setup.telegram.get<Message[]>(`/messages?chat_id=${chat_id}`)
      return cards.findLast(
        (card) =>
          new RegExp(`^(?:Заказ|Правка заказа) ${listing_id}\\b`).test(card.text ?? '') &&
          card.reply_markup?.inline_keyboard &&
          card.text?.includes(text),
      )
    })

  /** Waits until the card shows a button. */
  const cardWith = (listing_id: number, button: string) =>
    eventually(async () => {
      const card = await cardOf(listing_id)
      return buttons(card)?.includes(button) && card
    })

  const pressButton = ({ message_id }: Message, text: string, telegram_id = maria.telegram_id) =>
    pressInGroup(setup, telegram_id, { chat_id, message_id, text })

  /**
   * Waits until no pending task would redraw the review card, and returns the card. Redrawing would close its list of
   * reasons.
   */
  const settledCard = (listing_id: number) =>
    eventually(async () => {
      const { db } = setup.ctx
      const openTasks = await db
        .selectFrom('event_tasks')
        .select('event_id')
        .where('consumer', '=', 'moderation')
        .where('done_at', 'is', null)
        .where('due_at', '<=', setup.ctx.now().toISOString())
        .execute()
      const unsent = await db
        .selectFrom('deliveries')
        .select('id')
        .where('kind', '=', 'moderation_card')
        .where('state', 'in', ['pending', 'sending'])
        .execute()
      return openTasks.length + unsent.length === 0 && cardOf(listing_id)
    })

  /**
   * Presses a review card's button until the card shows its list of reasons. Redrawing a card closes the list, so the
   * button may be pressed again. The bot answers a press before it redraws the card, so a button that was just read may
   * be gone when it is pressed.
   */
  const openReasons = (
    listing_id: number,
    { button, reason, telegram_id }: { button: string; reason: string; telegram_id?: number },
  ) =>
    eventually(async () => {
      const card = await settledCard(listing_id)
      if (buttons(card)?.includes(reason)) return card
      // The acts on a decided item are folded behind one button.
      const next = [button, 'Ещё ›'].find((label) => buttons(card)?.includes(label))
      if (next)
        await pressButton(card, next, telegram_id).catch((error: Error) => {
          if (!error.message.includes('no such button')) throw error
        })
      return undefined
    })

  /** Waits for the bot's prompt to a moderator about an order. */
  const waitForPrompt = (listing_id: number) =>
    eventually(async () => {
      const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${chat_id}`)
      return messages.findLast(({ text = '' }) =>
        new RegExp(`ответом на это сообщение.* заказа ${listing_id}\\.$`).test(text),
      )
    })

  /** Replies to a prompt of the bot as Maria. */
  async function replyAsMaria({ message_id: reply_to_message_id }: Message, text: string): Promise<void> {
    await setup.telegram.post(`/users/${maria.telegram_id}/send`, { chat_id, text, reply_to_message_id })
  }

  const replyToPrompt = async (listing_id: number, text: string) =>
    replyAsMaria(await waitForPrompt(listing_id), text)

  /** Submits an order for moderation. Its author has started the bot and opened the app. */
  async function orderOf(title: string) {
    const order = await submittedOrder(setup, { title })
    const id = order.author.telegram_id ?? 0
    await setup.telegram.post('/users', { id, first_name: 'Игорь', language_code: 'ru' })
    const { message_id } = await setup.telegram.post<Message>(`/users/${id}/start`)
    await waitForReply(setup, id, message_id)
    const app = await login({ ctx: setup.ctx, server }, { id, first_name: 'Игорь' })
    /** Waits for the bot's newest message to the author with this text. */
    const waitForMessage = (fragment: string) =>
      eventually(async () => {
        const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)
        return messages.findLast(
          ({ from, text }) => from.is_bot && text?.replace(/\s/g, ' ').includes(fragment),
        )
      })
    /**
     * Presses a message's button and answers the bot's prompt.
     * @returns the bot's reply to the answer
     */
    const reply = async ({ message_id }: Message, button: string, text: string) => {
      await setup.telegram.post(`/users/${id}/tap`, { message_id, text: button })
      const prompt = await waitForMessage(`Номер объявления: ${order.listing_id}`)
      const body = { text, reply_to_message_id: prompt.message_id }
      const sentMessage = await setup.telegram.post<Message>(`/users/${id}/send`, body)
      return (await waitForReply(setup, id, sentMessage.message_id)).text
    }
    return { ...order, id, app, server, waitForMessage, reply, params: { listing_id: order.listing_id } }
  }

  const listing = (id: number) =>
    setup.ctx.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const waitForStatus = (id: number, status: string) =>
    eventually(async () => (await listing(id)).status === status && listing(id))

  const topicsOf = async (listing_id: number) => {
    const rows = await setup.ctx.db.selectFrom('events').select(['topic', 'payload']).orderBy('id').execute()
    return rows.filter(({ payload }) => payload.listing_id === listing_id).map(({ topic }) => topic)
  }

  const api = { ctx: setup.ctx, server, owner: setup.owner } as Api

  return {
    setup,
    api,
    maria,
    close: closeChat,
    cardOf,
    cardWith,
    settledCard,
    openReasons,
    pressButton,
    waitForPrompt,
    replyAsMaria,
    replyToPrompt,
    orderOf,
    listing,
    waitForStatus,
    topicsOf,
  }
}
