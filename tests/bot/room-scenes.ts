import { openRoom } from '#services/chat/rooms.ts'
import { findUser } from '#services/users/account/accounts.ts'
import { createAccount, type Message, type openBot, waitForReply } from './telegram.ts'

/** Prepares two people with a chat, and the bot's message to one of them about a message in the chat. */
export function roomScenes(setup: Pick<Awaited<ReturnType<typeof openBot>>, 'ctx' | 'telegram'>) {
  const { ctx, telegram } = setup

  /** @returns the bot's reply */
  const sendToBot = async (id: number, body: Record<string, unknown>) => {
    const { message_id } = await telegram.post<Message>(`/users/${id}/send`, body)
    return waitForReply(setup, id, message_id)
  }

  async function startPerson(telegram_id?: number) {
    telegram_id ??= (await createAccount(setup)).id
    const greeting = await sendToBot(telegram_id, { text: '/start' })
    const person = await findUser(ctx.db, telegram_id)
    return { telegram_id, id: person?.id ?? 0, greeting }
  }

  /** Creates a chat in which Boris has written to Anna, with the bot's message to Anna about it. */
  async function openNotifiedRoom(telegram_id?: number) {
    const [anna, boris] = [await startPerson(telegram_id), await startPerson()]
    const roomColumns = { kind: 'other' as const, listing_id: null, user1_id: boris.id, user2_id: anna.id }
    const room_id = await ctx.db
      .transaction()
      .execute((tx) => openRoom(ctx, tx, { ...roomColumns, opened_by: boris.id }))
    const chatMessage = await ctx.db
      .insertInto('chat_messages')
      .values({ room_id, sender_id: boris.id, content: 'Добрый день!' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const noticeId = anna.greeting.message_id
    const sentAt = new Date().toISOString()
    await ctx.db
      .insertInto('deliveries')
      .values({
        user_id: anna.id,
        chat_id: anna.telegram_id,
        kind: 'new_message',
        lane: 'transactional',
        dedupe_key: `new_message:${chatMessage.id}`,
        payload: JSON.stringify({ message_id: chatMessage.id }),
        state: 'sent',
        message_id: noticeId,
        next_at: sentAt,
        created_at: sentAt,
      })
      .execute()
    return { anna, boris, room_id, chatMessage: chatMessage.id, noticeId }
  }

  const messagesOf = (room_id: number) =>
    ctx.db
      .selectFrom('chat_messages')
      .select(['sender_id', 'content', 'reply_to'])
      .where('room_id', '=', room_id)
      .orderBy('id')
      .execute()

  return { sendToBot, startPerson, openNotifiedRoom, messagesOf }
}
