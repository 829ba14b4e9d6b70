import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#services/core/context.ts'
import { measureRequest } from '#services/core/observability/metrics.ts'
import { pingWatchdog, raiseAlarms } from '#services/operations/alarms/alarms.ts'
import { chatAlarms } from '#services/operations/alarms/list.ts'
import { noteDone } from '#services/operations/backup/progress.ts'
import { deleteExpired } from '#services/operations/retention.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

const day = 86_400_000

let setup: WorkerSetup
beforeAll(async () => {
  setup = await setUpWorkers()
  // The files before this one share its process, and may have left a provider that answered nothing.
  await measureRequest('robokassa', 'OpState', async () => undefined)
})

/** Returns the test's context with a clock that is this many milliseconds ahead. */
const contextAfter = (ms: number) => ({ ...setup.ctx, now: () => new Date(Date.now() + ms) })
/** Returns a context whose clock starts at the next full hour, because an alarm repeats hourly. */
const contextAfterHour = (ms: number) => contextAfter(3_600_000 - (Date.now() % 3_600_000) + ms)
const calls = () =>
  setup.ctx.db
    .selectFrom('deliveries')
    .select(['chat_id', 'payload', 'lane'])
    .where('kind', '=', 'operations_alarm')
    .orderBy('id')
    .execute()

describe('alarms', () => {
  test('nobody is called while everything adds up', async () => {
    expect(await raiseAlarms(setup.ctx)).toEqual([])
    expect(await calls()).toEqual([])
  })

  test('a listing that nobody paid for calls the operators within two minutes, and once an hour', async () => {
    const author = await insertPerson(setup)
    const listing_id = await insertOrder(setup, author.id)
    expect(await raiseAlarms(setup.ctx)).toEqual([])
    expect(await raiseAlarms(contextAfterHour(61_000))).toEqual(['payments'])
    expect(await raiseAlarms(contextAfterHour(62_000))).toEqual(['payments'])
    expect(await raiseAlarms(contextAfterHour(3_700_000))).toEqual(['payments'])
    const violationTime = expect.stringMatching(/:01:01\.\d+Z$/)
    const alarmCall = {
      chat_id: setup.ctx.config.OPS_CHAT_ID,
      payload: { alarm: 'payments', figure: 1, since: violationTime },
      lane: 'transactional',
    }
    expect(await calls()).toEqual([alarmCall, alarmCall])
    expect(new Set((await calls()).map(({ payload }) => JSON.stringify(payload))).size).toBe(1)
    const reader = { chat_id: 1, language: 'ru', is_private: false } as const
    const alarm = await everyMessage.operations_alarm.compose(
      setup.ctx,
      { alarm: 'payments', figure: 1 },
      reader,
    )
    expect(alarm?.text).toMatch(/^Не сходятся платежи: 1\./)
    await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'deleted' })
    expect(await raiseAlarms(contextAfterHour(7_300_000))).toEqual([])
    const overCall = { ...alarmCall, payload: { alarm: 'payments', figure: 0, since: violationTime } }
    expect(await calls()).toEqual([alarmCall, alarmCall, overCall])
    expect(await raiseAlarms(contextAfterHour(7_400_000))).toEqual([])
    expect(await calls()).toHaveLength(3)
  })

  test.each([...chatAlarms.map(({ alarm }) => alarm), 'postgres_away', 'postgres_room'] as const)(
    '%s says since when, where the steps are, and that it is over',
    async (alarm) => {
      const payload = { alarm, figure: 7, since: '2026-11-22T07:05:00.000Z' }
      const reader = { chat_id: 1, language: 'ru', is_private: false } as const
      const alarmMessage = await everyMessage.operations_alarm.compose(setup.ctx, payload, reader)
      expect(alarmMessage?.text).toMatch(/С .*22 ноября.*10:05/)
      expect(alarmMessage?.text).toContain(`docs/operating.md, раздел ${alarm}.`)
      const endOfAlarm = await everyMessage.operations_alarm.compose(
        setup.ctx,
        { ...payload, figure: 0 },
        reader,
      )
      expect(endOfAlarm?.text).toMatch(/^Закончилось: .* Так было с .*22 ноября.*10:05/)
      const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/operating.md'), 'utf8')
      expect(guide.split('\n')).toContain(`### ${alarm}`)
    },
  )

  test('a task that was given up calls them too', async () => {
    const now = setup.ctx.now().toISOString()
    const { id } = await setup.ctx.db
      .insertInto('events')
      .values({ topic: 'client.failed', payload: '{}', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const task = { event_id: id, consumer: 'client-errors', due_at: now, next_at: now, dead_at: now }
    await setup.ctx.db.insertInto('event_tasks').values(task).execute()
    expect(await raiseAlarms(setup.ctx)).toEqual(['dead_tasks'])
  })
})

describe('backups and the outbox', () => {
  const timeAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const isRaised = async (alarm: 'backups' | 'outbox') => (await raiseAlarms(setup.ctx)).includes(alarm)
  const minutesPerHour = 60

  test.each<[string, log: number, base: number, called: number | null]>([
    ['both are young', 9, 29 * minutesPerHour, null],
    ['the log has stopped', 11, 29 * minutesPerHour, 11],
    ['copies of the whole have stopped', 9, 31 * minutesPerHour, 31 * minutesPerHour],
    ['both have stopped', 12, 31 * minutesPerHour, 31 * minutesPerHour],
  ])('backups: %s', async (_name, logAge, baseAge, expectedFigure) => {
    const { db } = setup.ctx
    await db.deleteFrom('deliveries').where('kind', '=', 'operations_alarm').execute()
    await db.deleteFrom('backup_marks').execute()
    await noteDone({ ...setup.ctx, now: () => timeAgo(logAge) }, 'log', {})
    await noteDone({ ...setup.ctx, now: () => timeAgo(baseAge) }, 'base', {})
    expect(await isRaised('backups')).toBe(expectedFigure !== null)
    const alarms = (await calls()).map(({ payload }) => payload as { alarm: string; figure: number })
    expect(alarms.filter(({ alarm }) => alarm === 'backups').map(({ figure }) => figure)).toEqual(
      expectedFigure === null ? [] : [expectedFigure],
    )
    await db.deleteFrom('backup_marks').execute()
  })

  test.each([
    [4, false],
    [6, true],
  ])('work that waits for %i minutes in the outbox: called %s', async (age, isExpected) => {
    const { db } = setup.ctx
    const finishedAt = timeAgo(age).toISOString()
    const { id } = await db
      .insertInto('events')
      .values({ topic: 'client.failed', payload: '{}', created_at: finishedAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    const task = { event_id: id, consumer: 'client-errors', due_at: finishedAt, next_at: finishedAt }
    await db.insertInto('event_tasks').values(task).execute()
    expect(await isRaised('outbox')).toBe(isExpected)
    await db.deleteFrom('event_tasks').where('event_id', '=', id).execute()
    await db.deleteFrom('events').where('id', '=', id).execute()
  })
})

describe('a ledger that does not add up', () => {
  /** Inserts one side of a double entry into the ledger. Only SQL outside the product can do that. */
  const insertHalfEntry = (transaction_id: number) =>
    sql`alter table ledger_entries disable trigger ledger_entries_balanced;
      insert into ledger_entries (transaction_id, account, currency, amount, payment_id, reason)
      values (${sql.lit(transaction_id)}, 'product', 'RUB', 700, 1, 'a test');
      alter table ledger_entries enable trigger ledger_entries_balanced`.execute(setup.owner)

  test('calls the operators: what is old within the hour, what is new at once', async () => {
    await sql`select setval('ledger_transactions', 100000)`.execute(setup.owner)
    await insertHalfEntry(1)
    expect(await raiseAlarms(setup.ctx)).not.toContain('ledger')
    expect(await raiseAlarms(setup.ctx, true)).toContain('ledger')
    await insertHalfEntry(99_999)
    expect(await raiseAlarms(contextAfter(3_600_000))).toContain('ledger')
    const alarms = (await calls()).map(({ payload }) => payload)
    expect(alarms.filter((one) => (one as { alarm: string }).alarm === 'ledger')).toEqual([
      { alarm: 'ledger', figure: 700, since: expect.any(String) },
      { alarm: 'ledger', figure: 700, since: expect.any(String) },
    ])
    const reader = { chat_id: 1, language: 'ru', is_private: false } as const
    const alarm = await everyMessage.operations_alarm.compose(
      setup.ctx,
      { alarm: 'ledger', figure: 700 },
      reader,
    )
    expect(alarm?.text).toMatch(/^Книга проводок не сходится на 700 коп\./)
  })
})

describe('the outside watch', () => {
  const succeedAlways = async () => true
  let signals = 0
  let status = 200
  beforeAll(async () => {
    const heartbeatServer = createServer((_request, response) => {
      signals++
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(heartbeatServer, 'listening')
    const { port } = heartbeatServer.address() as AddressInfo
    setup.ctx.config.DEAD_MAN_URL = `http://127.0.0.1:${port}/alive`
    return () => {
      heartbeatServer.close()
      setup.ctx.config.DEAD_MAN_URL = undefined
    }
  })
  const isSignalled = async (sign: Promise<boolean>) => {
    const signalsBefore = signals
    const answer = await sign
    return { answer, calls: signals - signalsBefore }
  }

  test('hears of a round that went well, and of one that called the operators', async () => {
    expect(await isSignalled(pingWatchdog(setup.ctx, [], succeedAlways))).toEqual({ answer: true, calls: 1 })
    expect(await isSignalled(pingWatchdog(setup.ctx, ['dead_tasks'], succeedAlways))).toEqual({
      answer: true,
      calls: 1,
    })
  })

  test('hears nothing when the operators cannot be called or the work stands', async () => {
    const silentState = { answer: false, calls: 0 }
    expect(await isSignalled(pingWatchdog(setup.ctx, ['outbox'], succeedAlways))).toEqual(silentState)
    expect(await isSignalled(pingWatchdog(setup.ctx, [], async () => false))).toEqual(silentState)
    const fullRedis = { set: () => Promise.reject(new Error('OOM')) } as unknown as Context['redis']
    expect(await isSignalled(pingWatchdog({ ...setup.ctx, redis: fullRedis }, [], succeedAlways))).toEqual(
      silentState,
    )
  })

  test('that is broken or away itself stops no round', async () => {
    status = 500
    expect(await pingWatchdog(setup.ctx, [], succeedAlways)).toBe(false)
    const unreachableConfig = { ...setup.ctx.config, DEAD_MAN_URL: 'http://127.0.0.1:1/' }
    expect(await pingWatchdog({ ...setup.ctx, config: unreachableConfig }, [], succeedAlways)).toBe(false)
  })
})

describe('finished work is forgotten', () => {
  const countRows = async () => {
    const events = await setup.ctx.db.selectFrom('events').select('topic').execute()
    const deliveries = await setup.ctx.db.selectFrom('deliveries').select('kind').execute()
    return { events: events.length, deliveries: deliveries.length }
  }

  test('after its time, and never what still waits for somebody', async () => {
    const countsBefore = await countRows()
    const now = setup.ctx.now().toISOString()
    const { id } = await setup.ctx.db
      .insertInto('events')
      .values({ topic: 'message.sent', payload: '{}', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const task = { event_id: id, consumer: 'message-notifications', due_at: now, next_at: now, done_at: now }
    await setup.ctx.db.insertInto('event_tasks').values(task).execute()
    const message = { chat_id: 1, kind: 'client_error', lane: 'bulk', payload: '{}', next_at: now } as const
    await setup.ctx.db
      .insertInto('deliveries')
      .values([
        { ...message, created_at: now, dedupe_key: 'sent', state: 'sent' },
        { ...message, created_at: now, dedupe_key: 'waiting', state: 'pending' },
      ])
      .execute()
    await setup.ctx.db
      .insertInto('bot_updates')
      .values([
        { bot_id: 1, update_id: 1, payload: '{}', received_at: now, done_at: now },
        { bot_id: 1, update_id: 2, payload: '{}', received_at: now },
      ])
      .execute()

    const { id: user_id } = await insertPerson(setup)
    const hideListing = async (reason: 'busy' | 'author') => {
      const listing_id = await insertOrder(setup, (await insertPerson(setup)).id)
      return { user_id, listing_id, reason, created_at: now, ...(reason === 'busy' && { until: now }) }
    }
    await setup.ctx.db
      .insertInto('not_for_me')
      .values([await hideListing('busy'), await hideListing('author')])
      .execute()

    expect(await deleteExpired(contextAfter(6 * day), 100)).toEqual({})
    expect(await deleteExpired(contextAfter(8 * day), 100)).toEqual({ bot_updates: 1 })
    expect(await deleteExpired(contextAfter(31 * day), 100)).toEqual({ events: 1, not_for_me: 1 })
    expect(await deleteExpired(contextAfter(91 * day), 100)).toEqual({ deliveries: 1 })
    const countsAfter = await countRows()
    // A listing that was hidden because of its author stays hidden after old rows are deleted.
    const storedMarks = await setup.ctx.db.selectFrom('not_for_me').select('reason').execute()
    expect(storedMarks).toEqual([{ reason: 'author' }])
    expect(countsAfter).toEqual({ events: countsBefore.events, deliveries: countsBefore.deliveries + 1 })
  })

  test('a collection of the day after two days, whatever the time zone of its reader', async () => {
    const { id: user_id } = await insertPerson(setup)
    const now = setup.ctx.now()
    const collection = {
      user_id,
      kind: 'order' as const,
      ranked_for: 'a day',
      weighed_until: now.toISOString(),
    }
    await setup.ctx.db
      .insertInto('collections')
      .values({ ...collection, listing_ids: [], bands: [], reasons: [], ranked_at: now.toISOString() })
      .execute()
    const deletedAfter = async (ms: number) =>
      (await deleteExpired({ ...setup.ctx, now: () => new Date(now.getTime() + ms) }, 100)).collections
    expect(await deletedAfter(2 * day)).toBeUndefined()
    expect(await deletedAfter(2 * day + 1)).toBe(1)
  })
})
