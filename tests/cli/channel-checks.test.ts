import { expect, test } from 'vitest'
import { checkChannels } from '#services/cli/checks/staff-chats.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { setUpChannels } from '#tests/workers/channel-scenes.ts'

test('the doctor names the rights that the bot lacks in a channel, and a channel that is no more', async () => {
  const scene = await setUpChannels()
  await scene.reset()
  const { config, db } = scene.ctx
  const look = () => checkChannels(telegramApi(config, 5), config, db)
  const fine = await scene.connect({}, 'А')
  const weak = await scene.connect({}, 'Б')
  const gone = await scene.connect({}, 'В')
  const removed = await scene.connect({}, 'Г')
  await db.updateTable('channels').set({ state: 'removed' }).where('id', '=', removed.id).execute()
  await scene.setBot(weak, 'administrator', { can_delete_messages: false })
  await scene.setup.telegram.delete(`/chats/${gone.chat_id}`)
  expect((await look()).map(({ about, state, found }) => [about, state, found])).toEqual([
    ['channel «А»', 'ok', 'the bot may post, edit and delete'],
    ['channel «Б»', 'bad', 'the bot lacks can_delete_messages'],
    ['channel «В»', 'bad', 'Telegram knows no such channel'],
  ])
  await scene.setBot(fine, 'kicked')
  expect((await look())[0]).toMatchObject({ state: 'bad', found: 'the bot is no administrator of it' })
})

test('the channel of the settings is connected once, and stays removed when it was removed', async () => {
  const scene = await setUpChannels()
  await scene.reset()
  const { db, config } = scene.ctx
  const { id } = await scene.setup.telegram.post<{ id: number }>('/channels', { title: 'Из настроек' })
  const chosen = { ...config, CHANNEL_CHAT_ID: id }
  const look = async () =>
    (await checkChannels(telegramApi(config, 5), chosen, db)).map(({ about, state }) => [about, state])
  await scene.setBot({ id: 0, chat_id: id }, 'left')
  expect(await look()).toEqual([[`channel «CHANNEL_CHAT_ID=${id}»`, 'bad']])
  await scene.setBot({ id: 0, chat_id: id }, 'administrator', {
    can_post_messages: true,
    can_edit_messages: true,
    can_delete_messages: false,
  })
  config.CHANNEL_CHAT_ID = id
  await scene.work()
  expect(await look()).toEqual([['channel «Из настроек»', 'bad']])
  expect((await scene.news()).map(({ about }) => about)).toEqual(['narrowed'])
  const read = () => db.selectFrom('channels').select(['chat_id', 'title', 'state']).execute()
  expect(await read()).toEqual([{ chat_id: id, title: 'Из настроек', state: 'active' }])
  await db.updateTable('channels').set({ state: 'removed' }).execute()
  await scene.work()
  expect(await read()).toEqual([{ chat_id: id, title: 'Из настроек', state: 'removed' }])
  expect(await look()).toEqual([])
})
