import { beforeAll, expect, test } from 'vitest'
import { findStaffChats } from '#services/notifications/staff-chats.ts'
import { upsertUser } from '#services/users/account/accounts.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { type DeskMessage, openSupport, wordsOf } from './support-desk.ts'
import { createAccount } from './telegram.ts'

/** The staff groups change in Telegram: a group gets a new chat id, or the bot is removed and added again. */

let desk: Awaited<ReturnType<typeof openSupport>>
let admin: number
beforeAll(async () => {
  desk = await openSupport()
  const { setup } = desk
  admin = (await createAccount(setup)).id
  await setup.telegram.post(`/users/${admin}/start`)
  const { id } = await upsertUser(setup.ctx, { id: admin, first_name: 'Ольга' })
  await setup.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute()
  return desk.close
})

const chats = () => findStaffChats(desk.setup.ctx.db, desk.setup.ctx.config)
const migrateChat = (chat_id: number, options: object = {}) =>
  desk.setup.telegram.post<{ id: number }>(`/chats/${chat_id}/migrate`, options)
const status = (chat_id: number, value: string) =>
  desk.setup.telegram.post(`/chats/${chat_id}/bot`, { status: value })

test('the moderators’ group goes on under its new id: the bot answers there, and has its commands', async () => {
  const { setup, maria } = desk
  const oldGroupId = setup.ctx.config.MODERATORS_CHAT_ID
  const { id: to } = await migrateChat(oldGroupId)
  await eventually(async () => (await chats()).moderators === to)
  const question = await setup.telegram.post<DeskMessage>(`/users/${maria.telegram_id}/send`, {
    chat_id: to,
    text: '/queue',
  })
  await eventually(async () =>
    (await desk.readMessages(to)).some(
      (one) => one.reply_to_message?.message_id === question.message_id && one.from.is_bot,
    ),
  )
  const [storedGroup] = (
    await setup.telegram.get<{ id: number; commands: { command: string }[] }[]>(
      `/chats?user_id=${maria.telegram_id}`,
    )
  ).filter(({ id }) => id === to)
  expect(storedGroup?.commands.map(({ command }) => command)).toEqual(['language', 'queue'])
  expect((await desk.waitForMessage(desk.ops, `MODERATORS_CHAT_ID=${to}`)).text).toContain(
    'группе модераторов новый номер',
  )
})

test('a group that was removed is told of before anything is sent there, and again when all is well', async () => {
  const { moderators } = await chats()
  await status(moderators, 'kicked')
  await desk.waitForMessage(admin, 'Бота нет в группе модераторов')
  await status(moderators, 'member')
  await desk.waitForMessage(admin, 'снова пишет в группу модераторов')
})

test('a case goes on in the operators’ new group, in a topic of its own, and its answer arrives', async () => {
  const { setup, maria, ops } = desk
  const anna = await desk.openPerson()
  const { case_id, card } = await anna.openCase('Где мои деньги?')
  expect(card.chat.id).toBe(ops)
  // When topics are switched on, Telegram turns the group into a supergroup with a new chat id.
  await setup.telegram.patch(`/chats/${ops}`, { type: 'group', is_forum: true, bot_manages_topics: true })
  const { id: to } = await migrateChat(ops)
  await eventually(async () => (await chats()).operators === to)
  const movedCard = await desk.waitForMessage(to, `Обращение ${case_id}, открыто`)
  expect(
    (await desk.readMessages(to)).filter((one) => wordsOf(one).includes(`Обращение ${case_id}, открыто`)),
  ).toHaveLength(1)
  await anna.sendMessage({ text: 'Вы тут?' })
  const secondQuestion = await desk.waitForMessage(to, 'Вы тут?')
  await setup.telegram.post(`/users/${maria.telegram_id}/send`, {
    chat_id: to,
    reply_to_message_id: movedCard.message_id,
    text: 'Уже вернули',
  })
  await desk.waitForMessage(anna.telegram_id, 'Уже вернули')
  expect(movedCard.message_thread_id).toBeGreaterThan(0)
  expect(secondQuestion.message_thread_id).toBe(movedCard.message_thread_id)
  await desk.waitForMessage(to, `OPS_CHAT_ID=${to}`)
})

test('an id that somebody else’s group claims to have changed changes nothing', async () => {
  const chatsBefore = await chats()
  const { setup, maria } = desk
  const foreignGroupId = -100_500_600
  const sender = { id: maria.telegram_id, is_bot: false, first_name: 'Мария' }
  await setup.bot.handleUpdate({
    update_id: 1,
    message: {
      message_id: 1,
      date: 1,
      from: sender,
      chat: { id: foreignGroupId, type: 'group', title: 'Чужая' },
      migrate_to_chat_id: -100_700_800,
    },
  })
  await setup.bot.handleUpdate({
    update_id: 2,
    message: {
      message_id: 1,
      date: 1,
      from: sender,
      chat: { id: foreignGroupId, type: 'supergroup', title: 'Чужая' },
      migrate_from_chat_id: -100_700_800,
    },
  })
  expect(await chats()).toEqual(chatsBefore)
})
