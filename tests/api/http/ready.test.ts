import { expect, test } from 'vitest'
import { operatorsView } from '#services/operations/figures/figures.ts'
import { openApi } from '#tests/support/api/api.ts'
import { launchData } from '#tests/support/people/launch-data.ts'

const api = await openApi()
const minuteMs = 60_000

async function launch(id: number, body: object) {
  const account = { id, first_name: 'Аня', last_name: 'К' }
  const reply = await api.server.inject({
    method: 'POST',
    url: '/auth/login',
    headers: { authorization: `tma ${launchData(account, api.ctx.config.BOT_TOKEN, api.ctx.now())}` },
    payload: body,
  })
  expect(reply.statusCode).toBe(200)
  return reply.json().tokens.access_token as string
}

async function reportReady(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await api.server.inject({ method: 'POST', url: '/api/app/ready', headers })
  expect(reply.statusCode).toBe(200)
}

async function readCounters() {
  const { launches, launches_lost } = await operatorsView(api.ctx)
  return { launches, launches_lost }
}

test('operators see how many launches of a day logged in and never became ready', async () => {
  await reportReady(await launch(7100000001, { tells_ready: true }))
  const lostLaunch = await launch(7100000002, { tells_ready: true })
  await launch(7100000003, {})
  expect(await readCounters(), 'the app has two minutes').toEqual({ launches: 0, launches_lost: 0 })

  api.advanceClock(3 * minuteMs)
  expect(await readCounters(), 'an older client never tells').toEqual({ launches: 2, launches_lost: 1 })

  await reportReady(lostLaunch)
  expect(await readCounters()).toEqual({ launches: 2, launches_lost: 0 })

  api.advanceClock(25 * 60 * minuteMs)
  expect(await readCounters()).toEqual({ launches: 0, launches_lost: 0 })
})

test('the moment of the first page stands: a reload does not move it', async () => {
  const token = await launch(7100000004, { tells_ready: true })
  const readFigures = () =>
    api.ctx.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'user_id')
      .select('ready_at')
      .where('telegram_id', '=', 7100000004)
      .executeTakeFirstOrThrow()
  await reportReady(token)
  const first = await readFigures()
  expect(first.ready_at).not.toBeNull()
  api.advanceClock(5 * minuteMs)
  await reportReady(token)
  expect(await readFigures()).toEqual(first)
})

test('nobody is ready without a session', async () => {
  const reply = await api.server.inject({ method: 'POST', url: '/api/app/ready' })
  expect(reply.statusCode).toBe(401)
})
