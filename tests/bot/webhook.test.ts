import { beforeAll, expect, test } from 'vitest'
import { createBot } from '#services/bot/bot.ts'
import { receiveUpdates, webhookPath } from '#services/bot/webhook.ts'
import { findPerson } from '#services/users/remember.ts'
import { freePort } from '#stand-ins/infra/processes.ts'
import { eventually, openStage, type Stage } from '#tests/workers/stage.ts'
import { type Message, said, stranger } from './telegram.ts'

const secret = 'a-secret-of-the-webhook'
let stage: Stage
let address: string

beforeAll(async () => {
  stage = await openStage()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  Object.assign(stage.ctx.config, { BOT_PORT: port, BOT_WEBHOOK_SECRET: secret, APP_ORIGIN: origin })
  address = origin + webhookPath
  const bot = createBot(stage.ctx)
  await bot.init()
  const receiving = await receiveUpdates(stage.ctx, bot)
  return () => receiving.stop()
})

const bring = (body: string, headers: Record<string, string> = tokenOf(secret)) =>
  fetch(address, { method: 'POST', body, headers }).then(({ status }) => status)

const tokenOf = (token: string) => ({ 'x-telegram-bot-api-secret-token': token })

const startOf = (id: number, update_id: number) => ({
  update_id,
  message: {
    message_id: 1,
    date: 1,
    chat: { id, type: 'private', first_name: 'Анна' },
    from: { id, is_bot: false, first_name: 'Анна' },
    text: '/start',
    entities: [{ type: 'bot_command', offset: 0, length: 6 }],
  },
})

test('Telegram brings an update and the person is answered', async () => {
  const { id } = await stranger(stage)
  const { message_id } = await stage.telegram.post<Message>(`/users/${id}/start`)
  expect((await said(stage, id, message_id)).text).toContain('Здравствуйте')
})

test.each([
  ['no secret', {}],
  ['a wrong secret', tokenOf('a-secret-of-the-webhoop')],
])('%s is refused and changes nothing', async (_name, headers) => {
  const { id } = await stranger(stage)
  expect(await bring(JSON.stringify(startOf(id, 900_001)), headers)).toBe(401)
  expect(await findPerson(stage.ctx.db, id)).toBeUndefined()
})

test.each(['', '{', '{}', '[]', '{"update_id":"1"}'])('%j is no update', async (body) => {
  expect(await bring(body)).toBe(400)
})

test('the same update brought again has no second effect, and nothing said is kept', async () => {
  const { id } = await stranger(stage)
  await stage.telegram.patch(`/users/${id}`, { started: true })
  const update = JSON.stringify(startOf(id, 900_100))
  expect(await Promise.all([bring(update), bring(update), bring(update)])).toEqual([200, 200, 200])
  const stored = await eventually(() =>
    stage.ctx.db
      .selectFrom('telegram_updates')
      .select(['payload', 'attempts', 'error'])
      .where('update_id', '=', 900_100)
      .where('done_at', 'is not', null)
      .executeTakeFirst(),
  )
  expect(stored).toEqual({ payload: {}, attempts: 1, error: null })
  expect(await stage.telegram.get<Message[]>(`/messages?chat_id=${id}`)).toHaveLength(1)
})
