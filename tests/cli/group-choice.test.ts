import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Finding } from '#services/cli/checks/result.ts'
import { checkTelegram } from '#services/cli/checks/telegram.ts'
import { chooseGroups } from '#services/cli/group-choice.ts'
import type { Config } from '#services/core/config/config.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { ada, bob, moderators, type Rig, telegramWithBot, token } from '#tests/stand-ins/telegram/rig.ts'
import { eventually } from '#tests/support/run/eventually.ts'

/** The operator chooses the staff's chats in `otklik setup`. `otklik doctor` checks them. */

const operators = -1_001_000_000_002
let rig: Rig
beforeAll(async () => {
  rig = await telegramWithBot()
})
afterAll(() => rig.telegram.close())
beforeEach(async () => {
  await rig.post('/reset')
  await rig.post('/limits', { enabled: false })
})

const settings = () => ({ BOT_TOKEN: token, BOT_API_ROOT: rig.telegram.origin })
type Message = { text?: string; from: { is_bot: boolean } }
const waitForText = (text: string) =>
  eventually(
    async () => (await rig.get<Message[]>(`/messages?chat_id=${ada}&text=${encodeURIComponent(text)}`))[0],
  )
const shareChat = (request_id: number, chat_id: number) =>
  rig.post<{ error?: string }>(`/users/${ada}/share-chat`, { request_id, chat_id })

function startChoice(timeoutMs = 20_000) {
  const notes: string[] = []
  const choice = chooseGroups(telegramApi(settings(), 40), {
    note: (line) => void notes.push(line),
    timeoutMs,
  })
  const code = () => eventually(async () => notes.join(' ').match(/start=(groups_\w+)/)?.[1])
  return { notes, choice, code }
}

test('who opens the link chooses both groups, and becomes the first administrator', async () => {
  const { choice, code } = startChoice()
  await rig.post(`/users/${bob}/start`, { payload: 'groups_0000' })
  await rig.post(`/users/${ada}/start`, { payload: await code() })
  await waitForText('выберите группу')
  await shareChat(1, moderators)
  await waitForText('«Модераторы» – готово')
  await rig.post('/users', { id: 7_000_000_009, first_name: 'Вера', groups: ['ops'] })
  await fetch(`${rig.telegram.origin}/__desk/api/users/${ada}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ groups: ['moderators', 'ops'] }),
  })
  await shareChat(2, operators)
  await waitForText('Обе группы выбраны')
  const channel = await rig.post<{ id: number }>('/channels', { title: 'Заказы', members: [ada] })
  // The client gives the bot the rights that the button names.
  await rig.post(`/chats/${channel.id}/bot`, { status: 'left' })
  await shareChat(3, channel.id)
  await waitForText('Всё выбрано')
  expect(await choice).toEqual({
    values: {
      MODERATORS_CHAT_ID: String(moderators),
      OPS_CHAT_ID: String(operators),
      CHANNEL_CHAT_ID: String(channel.id),
    },
    telegram_id: ada,
  })
  // `otklik setup` has consumed all Telegram updates, so none is left for the bot.
  expect(await rig.api.getUpdates()).toEqual([])
  expect(await rig.get<Message[]>(`/messages?chat_id=${bob}`)).toHaveLength(1)
})

test('a group in which the bot may not write is refused with words and can be chosen again', async () => {
  const { choice, code } = startChoice()
  await rig.post(`/users/${ada}/start`, { payload: await code() })
  await waitForText('выберите группу')
  await rig.post(`/chats/${moderators}/bot`, { status: 'restricted' })
  await shareChat(1, moderators)
  await waitForText('боту нельзя писать')
  await rig.post(`/chats/${moderators}/bot`, { status: 'administrator' })
  await shareChat(1, moderators)
  await shareChat(2, moderators)
  await waitForText('Обе группы выбраны')
  await rig.post(`/users/${ada}/send`, { text: 'Без канала' })
  expect((await choice).values).toEqual({ MODERATORS_CHAT_ID: `${moderators}`, OPS_CHAT_ID: `${moderators}` })
})

test('nobody who opens the link, or a bot that is in use: the ids are asked for', async () => {
  const lateChoice = startChoice(1500)
  expect(await lateChoice.choice).toEqual({ values: {} })
  const halfChoice = startChoice(3000)
  await rig.post(`/users/${ada}/start`, { payload: await halfChoice.code() })
  await waitForText('выберите группу')
  expect(await halfChoice.choice).toEqual({ values: {}, telegram_id: ada })
  await waitForText('Время вышло')
  await rig.api.setWebhook('https://otklik.example/updates')
  const usedChoice = startChoice()
  expect(await usedChoice.choice).toEqual({ values: {} })
  expect(usedChoice.notes.join(' ')).toContain('The bot is in use')
})

test('the doctor names a group that has another id now, one without the bot, and one where it may not write', async () => {
  const config = {
    ...settings(),
    ...{ BOT_USERNAME: 'Otklik_Bot', BOT_HAS_MAIN_APP: true, BOT_MODE: 'polling' },
    ...{ MODERATORS_CHAT_ID: moderators, OPS_CHAT_ID: operators },
  } as Config
  const findingAbout = (findings: Finding[], topic: string) => findings.find((one) => one.about === topic)
  const passedFindings = await checkTelegram(config)
  expect(
    ['bot', 'chat of the moderators', 'chat of the operators'].map(
      (one) => findingAbout(passedFindings, one)?.state,
    ),
  ).toEqual(['ok', 'ok', 'ok'])
  const { id } = await rig.post<{ id: number }>(`/chats/${moderators}/migrate`)
  await rig.post(`/chats/${operators}/bot`, { status: 'restricted' })
  const findings = await checkTelegram(config)
  expect(findingAbout(findings, 'chat of the moderators')).toMatchObject({
    state: 'warning',
    cure: expect.stringContaining(`MODERATORS_CHAT_ID=${id}`),
  })
  expect(findingAbout(findings, 'chat of the operators')).toMatchObject({
    state: 'bad',
    found: expect.stringContaining('may not'),
  })
  await rig.post(`/chats/${operators}/bot`, { status: 'kicked' })
  expect(findingAbout(await checkTelegram(config), 'chat of the operators')?.state).toBe('bad')
})
