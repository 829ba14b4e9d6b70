import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Db, listen } from '#db/index.ts'
import {
  claimTasks,
  completeTask,
  failTask,
  insertEvent,
  isOpen,
  outboxAge,
  outboxChannel,
} from '#db/outbox.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

const timeText = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()

let db: Db
let url: string
beforeAll(async () => {
  url = (await takeInfrastructure()).database_url
  db = connect(url)
})
afterAll(() => db.destroy())

/** Deletes the tasks of earlier tests, so that each test claims only its own tasks. */
async function takeAllTasks() {
  await db.deleteFrom('events').execute()
}

const record = (topic: string, consumers: string[], seconds = 0, dueAt?: string) =>
  db.transaction().execute((tx) =>
    insertEvent(tx, {
      topic,
      payload: { listing_id: 7 },
      consumers,
      request_id: 'r-1',
      now: timeText(seconds),
      due: dueAt,
    }),
  )

const claimEvents = (seconds: number, limit = 10) =>
  claimTasks(db, { limit, now: timeText(seconds), waits: [10_000, 20_000, 30_000] })

describe('the outbox', () => {
  test('a fact waits once for each consumer and carries its payload', async () => {
    await takeAllTasks()
    const event_id = await record('listing.published', ['hot', 'news'])
    const tasks = await claimEvents(0)
    expect(tasks.map((task) => task.consumer).toSorted()).toEqual(['hot', 'news'])
    expect(tasks[0]).toMatchObject({
      event_id,
      attempt: 1,
      topic: 'listing.published',
      payload: { listing_id: 7 },
      request_id: 'r-1',
    })
  })

  test('a claimed task comes back at its retry time, not before, with the next attempt', async () => {
    await takeAllTasks()
    await record('payment.confirmed', ['moderation'])
    await claimEvents(0)
    expect(await claimEvents(9)).toEqual([])
    expect(await claimEvents(10)).toMatchObject([{ attempt: 2 }])
    expect(await claimEvents(29)).toEqual([])
  })

  test('a fact of a rolled back transaction never happened', async () => {
    await takeAllTasks()
    const failingTransaction = db.transaction().execute(async (tx) => {
      await insertEvent(tx, { topic: 'x', payload: {}, consumers: ['c'], request_id: null, now: timeText(0) })
      throw new Error('no')
    })
    await expect(failingTransaction).rejects.toThrow('no')
    expect(await claimEvents(100)).toEqual([])
  })

  test('a claimer skips what another one is taking, and does not wait for it', async () => {
    await takeAllTasks()
    await Promise.all(Array.from({ length: 40 }, () => record('x', ['c'])))
    const claimOptions = { limit: 15, now: timeText(0), waits: [10_000] }
    const ids = (tasks: { event_id: string }[]) => tasks.map((task) => task.event_id)
    await db.transaction().execute(async (tx) => {
      const first = ids(await claimTasks(tx, claimOptions))
      // The first claim has not committed yet, so its rows are locked. Other claims must skip these rows. They neither
      // wait for the first claim nor claim the same tasks.
      const otherTasks = [
        ...ids(await claimTasks(db, claimOptions)),
        ...ids(await claimTasks(db, claimOptions)),
      ]
      expect([first.length, otherTasks.length]).toEqual([15, 25])
      expect(new Set([...first, ...otherTasks]).size).toBe(40)
    })
    expect(await claimEvents(0)).toEqual([])
  })

  test('what a claimer that died was taking is free again', async () => {
    await takeAllTasks()
    await record('x', ['c'])
    const dyingTransaction = db.transaction().execute(async (tx) => {
      expect(await claimTasks(tx, { limit: 1, now: timeText(0), waits: [10_000] })).toHaveLength(1)
      throw new Error('died')
    })
    await expect(dyingTransaction).rejects.toThrow('died')
    expect(await claimEvents(0)).toMatchObject([{ attempt: 1 }])
  })

  test('a task is done once; the second consumer is told to undo its effect', async () => {
    await takeAllTasks()
    const event_id = await record('x', ['c'])
    const countDone = () =>
      db.transaction().execute((tx) => completeTask(tx, { event_id, consumer: 'c', now: timeText(1) }))
    expect(await Promise.all([countDone(), countDone()]).then((results) => results.toSorted())).toEqual([
      false,
      true,
    ])
    expect(await claimEvents(1000)).toEqual([])
  })

  test('a task is open until its own consumer is done or gives up, whatever the others do', async () => {
    await takeAllTasks()
    const event_id = await record('x', ['done', 'dead', 'waiting'])
    const now = timeText(1)
    await db.transaction().execute((tx) => completeTask(tx, { event_id, consumer: 'done', now }))
    await failTask(db, { event_id, consumer: 'dead', error: 'poison', isDead: true, now })
    const isOpenFor = (consumer: string) => isOpen(db, { event_id, consumer })
    expect([await isOpenFor('done'), await isOpenFor('dead'), await isOpenFor('waiting')]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('a dead task leaves circulation and keeps its error', async () => {
    await takeAllTasks()
    const event_id = await record('x', ['c'])
    await failTask(db, { event_id, consumer: 'c', error: 'poison', isDead: true, now: timeText(1) })
    expect(await claimEvents(1000)).toEqual([])
    const task = await db
      .selectFrom('event_tasks')
      .select(['last_error', 'dead_at'])
      .executeTakeFirstOrThrow()
    expect(task.last_error).toBe('poison')
    expect(Date.parse(task.dead_at ?? '')).toBe(Date.parse(timeText(1)))
  })

  test('the age counts from the due time, so a task planned for later is not late', async () => {
    await takeAllTasks()
    expect(await outboxAge(db, timeText(0))).toBe(0)
    await record('x', ['c'], 0, timeText(60))
    expect(await claimEvents(59)).toEqual([])
    expect(await outboxAge(db, timeText(59))).toBe(0)
    await claimEvents(60)
    expect(await outboxAge(db, timeText(65))).toBe(5000)
  })

  test('a listener hears of a commit, also after its connection was cut', async () => {
    let notifications = 0
    const stopListening = listen(url, outboxChannel, () => notifications++)
    try {
      await expect.poll(() => notifications).toBe(1)
      await record('x', ['c'])
      await expect.poll(() => notifications).toBe(2)
      await cutListeners()
      await expect.poll(() => notifications, { timeout: 5000 }).toBe(3)
      await record('x', ['c'])
      await expect.poll(() => notifications).toBe(4)
    } finally {
      await stopListening()
    }
  })
})

async function cutListeners() {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'
    and datname = current_database()`.execute(db)
}
