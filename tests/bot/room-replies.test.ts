import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createBot } from '#services/bot/bot.ts'
import { pollUpdates } from '#services/bot/updates/polling.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { roomScenes } from './room-scenes.ts'
import { type Message, moderatorInChat, openBot, submittedOrder, type TapResult } from './telegram.ts'

type Scenes = ReturnType<typeof roomScenes>
let setup: Awaited<ReturnType<typeof openBot>>
let sendToBot: Scenes['sendToBot']
let openNotifiedRoom: Scenes['openNotifiedRoom']
let messagesOf: Scenes['messagesOf']
beforeAll(async () => {
  setup = await openBot()
  ;({ sendToBot, openNotifiedRoom, messagesOf } = roomScenes(setup))
})

test('an answer to a notification is a message in the room that quotes it, and the message is read', async () => {
  const { anna, room_id, chatMessage, noticeId } = await openNotifiedRoom()
  const answer = await sendToBot(anna.telegram_id, { text: ' Здравствуйте! ', reply_to_message_id: noticeId })
  expect(answer.text).toContain('Отправили в чат')
  expect((await messagesOf(room_id))[1]).toEqual({
    sender_id: anna.id,
    content: 'Здравствуйте!',
    reply_to: chatMessage,
  })
  const member = await setup.ctx.db
    .selectFrom('chat_members')
    .select('last_read_id')
    .where('room_id', '=', room_id)
    .where('user_id', '=', anna.id)
    .executeTakeFirstOrThrow()
  expect(member.last_read_id).toBe(chatMessage)
})

test('an answer to "Sent to the chat" goes into the same room, and so does an answer to the next one', async () => {
  const { anna, room_id, chatMessage, noticeId } = await openNotifiedRoom()
  const first = await sendToBot(anna.telegram_id, { text: 'Здравствуйте', reply_to_message_id: noticeId })
  expect(first.text).toContain('Отправили в чат')
  const second = await sendToBot(anna.telegram_id, { text: 'И ещё', reply_to_message_id: first.message_id })
  expect(second.text).toBe(first.text)
  await sendToBot(anna.telegram_id, { text: 'И последнее', reply_to_message_id: second.message_id })
  expect((await messagesOf(room_id)).slice(1)).toEqual([
    { sender_id: anna.id, content: 'Здравствуйте', reply_to: chatMessage },
    { sender_id: anna.id, content: 'И ещё', reply_to: null },
    { sender_id: anna.id, content: 'И последнее', reply_to: null },
  ])
  // A person cannot write into another chat by replying with a message id of that chat.
  const { boris } = await openNotifiedRoom()
  const reply = await sendToBot(boris.telegram_id, {
    text: 'Я тут',
    reply_to_message_id: first.message_id,
  })
  expect(reply.text).toContain('никуда не ушло')
})

test('the rules of the room hold: to who was blocked the room is closed, and nothing is written', async () => {
  const { anna, boris, room_id, noticeId } = await openNotifiedRoom()
  await setup.ctx.db.insertInto('user_blocks').values({ user_id: boris.id, blocked_id: anna.id }).execute()
  const answer = await sendToBot(anna.telegram_id, { text: 'Почему?', reply_to_message_id: noticeId })
  expect(answer.text).toBe('Не отправили. Этот чат закрыт, писать сюда больше не получится.')
  expect(await messagesOf(room_id)).toHaveLength(1)
})

test('what is too long is not cut, and what a room does not hold is named', async () => {
  const { anna, room_id, noticeId } = await openNotifiedRoom()
  const longReply = { text: 'а'.repeat(4001), reply_to_message_id: noticeId }
  expect((await sendToBot(anna.telegram_id, longReply)).text).toContain('Слишком длинное')
  const file = { file_id: 'v', file_unique_id: 'v', duration: 1, width: 1, height: 1 }
  const location = { latitude: 55.75, longitude: 37.6 }
  for (const content of [
    { voice: file },
    { video: file, caption: 'Вот' },
    { sticker: file },
    { location: location },
  ])
    expect((await sendToBot(anna.telegram_id, { ...content, reply_to_message_id: noticeId })).text).toContain(
      'можно отправить текст, фото или документ до 20 МБ',
    )
  expect(await messagesOf(room_id)).toHaveLength(1)
})

test('somebody else’s notification is nobody’s door, nor is a message of the bot about something else', async () => {
  const { boris, room_id, noticeId } = await openNotifiedRoom()
  const foreignReply = await setup.bot.handleUpdate({
    update_id: 900_001,
    message: {
      message_id: 1,
      date: 1,
      chat: { id: boris.telegram_id, type: 'private', first_name: 'Борис' },
      from: { id: boris.telegram_id, is_bot: false, first_name: 'Борис' },
      text: 'Это не мне',
      reply_to_message: {
        message_id: noticeId,
        date: 1,
        chat: { id: boris.telegram_id, type: 'private', first_name: 'Борис' },
        from: setup.bot.botInfo,
        reply_to_message: undefined,
      },
    },
  })
  expect(foreignReply).toBeUndefined()
  const ownReply = { text: 'А это?', reply_to_message_id: boris.greeting.message_id }
  expect((await sendToBot(boris.telegram_id, ownReply)).text).toContain('никуда не ушло')
  expect(await messagesOf(room_id)).toHaveLength(1)
})

/** This test is the last of the file, because it stops the polling and starts another. */
test('what was handled before a death comes again after it and has no second effect', async () => {
  const { ctx, telegram, bot } = setup
  const [{ anna, room_id, noticeId }, maria, order] = [
    await openNotifiedRoom(),
    await moderatorInChat(setup),
    await submittedOrder(setup),
  ]
  await setup.polling.stop()
  const chat_id = ctx.config.MODERATORS_CHAT_ID
  const { content_hash } = await ctx.db
    .selectFrom('moderation_tasks')
    .select('content_hash')
    .where('id', '=', order.task_id)
    .executeTakeFirstOrThrow()
  const approveButton = { text: 'Одобрить', callback_data: `v1:approve:${order.task_id}:${content_hash}` }
  const { message_id } = await bot.api.sendMessage(chat_id, 'Карточка', {
    reply_markup: { inline_keyboard: [[approveButton]] },
  })
  const reply = { text: 'Приеду в пять', reply_to_message_id: noticeId }
  await telegram.post(`/users/${anna.telegram_id}/send`, reply)
  await telegram.post(`/users/${anna.telegram_id}/contact`)
  const button = { chat_id, message_id, text: 'Одобрить' }
  const approval = telegram.post<TapResult>(`/users/${maria.telegram_id}/tap`, button)
  const unverifiedReply = await eventually(async () => {
    const updates = await bot.api.getUpdates()
    return updates.length === 3 && updates
  })
  await Promise.all(unverifiedReply.map((update) => bot.handleUpdate(update)))
  expect((await approval).answer?.text).toBe('Одобрено')
  // Simulates a process that acted on a Telegram message and died before it marked the update as done.
  const chatMessage = unverifiedReply.find(({ message }) => message?.text === reply.text)
  await ctx.db
    .updateTable('bot_updates')
    .set({ done_at: null })
    .where('update_id', '=', chatMessage?.update_id ?? 0)
    .execute()

  const restartedBot = createBot(ctx)
  await restartedBot.init()
  expect(await restartedBot.api.getUpdates()).toEqual(unverifiedReply)
  const polling = await pollUpdates(ctx, restartedBot)
  await sendToBot(anna.telegram_id, { text: '/help' })
  await polling.stop()
  expect((await messagesOf(room_id)).slice(1)).toMatchObject([{ sender_id: anna.id, content: reply.text }])
  const messages = await telegram.get<Message[]>(`/messages?chat_id=${anna.telegram_id}`)
  const times = (fragment: string) => messages.filter(({ text }) => text?.includes(fragment)).length
  expect(times('Номер подтверждён')).toBe(1)
  // The bot cannot know whether its reply arrived before the crash, so it sends the reply again.
  expect(times('Отправили в чат')).toBe(2)
  expect(await telegram.get('/calls?method=answerCallbackQuery')).toHaveLength(1)
  // The stored contents of Telegram updates are erased after handling.
  const { rows } = await sql`select update_id from bot_updates
    where done_at is null or payload <> '{}'`.execute(ctx.db)
  expect(rows).toEqual([])
})
