import { buildServer } from '#services/api/server.ts'
import { login } from '#tests/support/people.ts'
import { eventually } from '#tests/workers/stage.ts'
import { authorNotifications } from '#workers/author-notifications.ts'
import { everyMessage } from '#workers/every-message.ts'
import { moderation } from '#workers/moderation.ts'
import { moderationDecisions } from '#workers/moderation-decisions.ts'
import { connectQueues } from '#workers/queues.ts'
import { startRelay } from '#workers/relay.ts'
import { startTelegramDelivery } from '#workers/telegram-delivery.ts'
import { type Message, moderator, openBot, said, submittedOrder, type Tapped } from './telegram.ts'

/** The labels below a message. */
export const buttons = (card: Message) => card.reply_markup?.inline_keyboard.flat().map(({ text }) => text)

/** The moderators' chat with the workers behind it, for one file of tests. */
export async function openModeratorsChat() {
  const stage = await openBot()
  await stage.telegram.post('/limits', { enabled: false })
  // A group takes few messages a minute, and many cards come here.
  stage.ctx.config.TELEGRAM_RATE_SCALE = 100
  const chat_id = stage.ctx.config.MODERATORS_CHAT_ID
  const maria = await moderator(stage)
  const server = (await buildServer(stage.ctx)).app
  const connection = connectQueues(stage.ctx, 'worker')
  const parts = [
    startRelay(stage.ctx),
    startTelegramDelivery(stage.ctx, everyMessage),
    moderation.start(stage.ctx, connection),
    moderationDecisions.start(stage.ctx, connection),
    authorNotifications.start(stage.ctx, connection),
  ]
  const close = async () => {
    for (const part of parts) await part.stop()
    connection.disconnect()
    await server.close()
  }

  const cardOf = (listing_id: number, text = '') =>
    eventually(async () => {
      const cards = await stage.telegram.get<Message[]>(`/messages?chat_id=${chat_id}`)
      return cards.findLast(
        (card) => card.text?.startsWith(`Заказ ${listing_id}.`) && card.text.includes(text),
      )
    })

  /** The card once it offers a button. */
  const cardWith = (listing_id: number, button: string) =>
    eventually(async () => {
      const card = await cardOf(listing_id)
      return buttons(card)?.includes(button) && card
    })

  const press = ({ message_id }: Message, text: string, who = maria.telegram_id) =>
    stage.telegram.post<Tapped>(`/users/${who}/tap`, { chat_id: chat_id, message_id, text })

  /** Maria answers what the bot asked her about a review. */
  async function writeAbout(task_id: number, text: string): Promise<void> {
    const question = await eventually(async () => {
      const all = await stage.telegram.get<Message[]>(`/messages?chat_id=${chat_id}`)
      return all.find((message) => message.text?.endsWith(`Номер проверки: ${task_id}`))
    })
    const body = { chat_id: chat_id, text, reply_to_message_id: question.message_id }
    await stage.telegram.post(`/users/${maria.telegram_id}/send`, body)
  }

  /** An order whose author has the bot and the app open. */
  async function orderOf(title: string) {
    const order = await submittedOrder(stage, { title })
    const id = order.author.telegram_id ?? 0
    await stage.telegram.post('/users', { id, first_name: 'Игорь', language_code: 'ru' })
    const { message_id } = await stage.telegram.post<Message>(`/users/${id}/start`)
    await said(stage, id, message_id)
    const app = await login({ ctx: stage.ctx, server }, { id, first_name: 'Игорь' })
    /** What the bot told them last that says this. */
    const told = (part: string) =>
      eventually(async () => {
        const all = await stage.telegram.get<Message[]>(`/messages?chat_id=${id}`)
        return all.findLast(({ from, text }) => from.is_bot && text?.replace(/\s/g, ' ').includes(part))
      })
    /** Presses the button of a message and answers what the bot asks then. @returns what it says to that */
    const reply = async ({ message_id }: Message, button: string, text: string) => {
      await stage.telegram.post(`/users/${id}/tap`, { message_id, text: button })
      const question = await told(`Номер объявления: ${order.listing_id}`)
      const body = { text, reply_to_message_id: question.message_id }
      const sent = await stage.telegram.post<Message>(`/users/${id}/send`, body)
      return (await said(stage, id, sent.message_id)).text
    }
    return { ...order, id, app, told, reply, params: { listing_id: order.listing_id } }
  }

  const listing = (id: number) =>
    stage.ctx.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const moved = (id: number, status: string) =>
    eventually(async () => (await listing(id)).status === status && listing(id))

  const topicsOf = async (listing_id: number) => {
    const rows = await stage.ctx.db.selectFrom('events').select(['topic', 'payload']).orderBy('id').execute()
    return rows.filter(({ payload }) => payload.listing_id === listing_id).map(({ topic }) => topic)
  }

  return { stage, maria, close, cardOf, cardWith, press, writeAbout, orderOf, listing, moved, topicsOf }
}
