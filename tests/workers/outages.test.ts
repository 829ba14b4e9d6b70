import { beforeAll, expect, test } from 'vitest'
import { raiseAlarms, sinceOf } from '#services/operations/alarms/alarms.ts'
import { openDirectAlarms } from '#services/operations/alarms/direct.ts'
import { operationState } from '#services/payments/robokassa/state.ts'
import { contextWith, setUpWorkers, type WorkerSetup } from './setup.ts'

let setup: WorkerSetup
beforeAll(async () => {
  setup = await setUpWorkers()
})

/** Returns the test's context with a clock that is this many minutes ahead. */
const minutesAhead = (minutes: number) => ({
  ...setup.ctx,
  now: () => new Date(Date.now() + minutes * 60_000),
})
const figureOf = async (alarm: string) => {
  const payloads = (
    await setup.ctx.db
      .selectFrom('deliveries')
      .select('payload')
      .where('kind', '=', 'operations_alarm')
      .orderBy('id')
      .execute()
  ).map(({ payload }) => payload as { alarm: string; figure: number })
  return payloads.findLast((payload) => payload.alarm === alarm)?.figure
}
const refuse = () => Promise.reject(new Error('away'))
const silentRedis = { set: refuse, info: refuse }

test('a Redis that is away calls after a minute, says since when, and that it is back', async () => {
  const without = (minutes: number) => ({ ...minutesAhead(minutes), redis: silentRedis as never })
  expect(await raiseAlarms(setup.ctx)).toEqual([])
  expect(await raiseAlarms(without(0))).toEqual([])
  expect(await raiseAlarms(without(3))).toEqual(['redis_away'])
  expect(await figureOf('redis_away')).toBe(3)
  expect(Date.parse((await sinceOf(minutesAhead(3), 'redis_away')) ?? '')).toBeGreaterThan(Date.now())
  expect(await raiseAlarms(minutesAhead(4))).toEqual([])
  expect(await figureOf('redis_away')).toBe(0)
})

test('a Redis that is nearly full, a folder that takes no files, and a provider that is silent call too', async () => {
  const info = async () => 'used_memory:90\r\nmaxmemory:100\r\n'
  const full = { ...setup.ctx, redis: { set: async () => 'OK', info } as never }
  expect(await raiseAlarms(full)).toEqual(['redis_memory'])
  expect(await figureOf('redis_memory')).toBe(90)
  const storage = { ...setup.ctx.storage, try: () => Promise.reject(new Error('EACCES')) }
  expect(await raiseAlarms({ ...setup.ctx, storage })).toEqual([])
  expect(await raiseAlarms({ ...minutesAhead(2), storage })).toEqual(['files'])
  expect(await raiseAlarms(setup.ctx)).toEqual([])
  const ask = (answer: () => Promise<Response>) =>
    operationState(setup.ctx.robokassa, 7, { fetch: answer }).catch(() => {})
  await ask(() => Promise.reject(new Error('away')))
  expect(await raiseAlarms(minutesAhead(4))).toEqual([])
  expect(await raiseAlarms(minutesAhead(6))).toEqual(['provider'])
  expect(await raiseAlarms(minutesAhead(20)), 'nobody has asked since').toEqual([])
  await ask(async () => new Response('soon'))
  expect(await raiseAlarms(minutesAhead(6))).toEqual([])
})

test('a Postgres that is away or full is told past it: once an hour, and that it is over', async () => {
  const { OPS_CHAT_ID } = setup.ctx.config
  const readChat = async () =>
    (
      await setup.telegram.get<{ text?: string; from: { is_bot: boolean } }[]>(
        `/messages?chat_id=${OPS_CHAT_ID}`,
      )
    )
      .filter(({ from }) => from.is_bot)
      .map(({ text = '' }) => text.split('\n')[0])
  const before = (await readChat()).length
  const sent = async () => (await readChat()).slice(before)
  const alarmDirectly = openDirectAlarms()
  const probe = contextWith(setup.ctx, { DATABASE_URL: 'postgres://otklik@127.0.0.1:9/otklik' }).probe
  const away = (minutes: number) => ({ ...minutesAhead(minutes), probe })
  await alarmDirectly(away(0))
  expect(await sent()).toEqual([])
  await alarmDirectly(away(2))
  await alarmDirectly(away(30))
  expect(await sent()).toEqual([expect.stringMatching(/^Postgres не отвечает уже 2 мин/)])
  await alarmDirectly(away(63))
  await alarmDirectly(minutesAhead(64))
  await alarmDirectly(minutesAhead(65))
  expect((await sent()).slice(1)).toEqual([
    expect.stringMatching(/^Postgres не отвечает уже 63 мин/),
    'Закончилось: Postgres снова отвечает.',
  ])
  await alarmDirectly({ ...minutesAhead(70), diskSpace: { hasSpace: () => false } })
  await alarmDirectly(minutesAhead(71))
  expect((await sent()).slice(3)).toEqual([
    expect.stringMatching(/^На диске Postgres нет места/),
    'Закончилось: у Postgres снова есть место.',
  ])
})
