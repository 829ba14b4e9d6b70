import { expect, test } from 'vitest'
import type { SearchFrequency } from '#contract/options.ts'
import { queueNewOrder } from '#services/listings/audience/actions.ts'
import {
  author,
  prepareDigestTests,
  queueNews,
  type Reader,
  reader,
  readReceived,
  sendDue,
  setClock,
  setup,
  states,
} from './digest-scenes.ts'
import { insertOrder } from './setup.ts'

/** Tests the notifications of a saved search, which are sent at once, each hour or each morning. */

prepareDigestTests()

/** Inserts a person whose saved searches match every order. The person has one saved search for each frequency. */
async function insertWatcher(
  frequencies: SearchFrequency[],
  columns: Record<string, unknown> = {},
): Promise<Reader> {
  const person = await reader(columns)
  const searches = frequencies.map((frequency) => ({
    ...({ user_id: person.id, kind: 'order', name: 'Всё', filters: '{}' } as const),
    frequency,
  }))
  await setup.ctx.db.insertInto('saved_searches').values(searches).execute()
  return person
}

async function publishOrder(title: string): Promise<void> {
  const id = await insertOrder(setup, author.id, { title, is_remote: true })
  // The job that queues notifications about an order runs twice concurrently, but each person is notified once.
  const queueOrder = () => setup.ctx.db.transaction().execute((tx) => queueNewOrder(setup.ctx, tx, id))
  await Promise.all([queueOrder(), queueOrder()])
}

test('a saved search tells at once, together at the full hour, or at ten; each order once, the quickest of several first', async () => {
  setClock('2026-05-04T09:20:00Z')
  const people = {
    now: await insertWatcher(['at_once']),
    hourly: await insertWatcher(['hourly']),
    daily: await insertWatcher(['daily', 'daily']),
    both: await insertWatcher(['daily', 'at_once']),
    // Both of the following people have quiet hours until 10:30. In the time zone of one of the two it is 9:20 now.
    sleeper: await insertWatcher(['daily'], { quiet_from: 22 * 60, quiet_to: 10 * 60 + 30 }),
    resting: await insertWatcher(['hourly'], {
      quiet_from: 22 * 60,
      quiet_to: 10 * 60 + 30,
      time_zone: 'UTC',
    }),
  }
  const countReceived = async () => {
    const totals = await Promise.all(
      Object.values(people).map(async (one) => (await readReceived(one)).length),
    )
    return Object.fromEntries(Object.keys(people).map((name, at) => [name, totals[at]]))
  }
  await publishOrder('Первый')
  await sendDue('2026-05-04T09:21:00Z')
  const noCounts = { now: 0, hourly: 0, daily: 0, both: 0, sleeper: 0, resting: 0 }
  expect(await countReceived()).toEqual({ ...noCounts, now: 1, both: 1 })
  setClock('2026-05-04T09:40:00Z')
  await publishOrder('Второй')
  await sendDue('2026-05-04T09:59:00Z')
  expect(await countReceived()).toEqual({ ...noCounts, now: 2, both: 2 })
  // Two senders run concurrently, but the hourly digest is sent only once.
  await Promise.all([sendDue('2026-05-04T10:00:05Z'), sendDue('2026-05-04T10:00:05Z')])
  expect(await countReceived()).toEqual({ ...noCounts, now: 2, both: 2, hourly: 1 })
  const [hour] = await readReceived(people.hourly)
  expect(hour?.text).toMatch(/Новые заказы и вакансии для вас: 2\n[\s\S]*Второй[\s\S]*Первый/)
  await sendDue('2026-05-04T10:30:05Z')
  expect(await countReceived()).toEqual({ ...noCounts, now: 2, both: 2, hourly: 1, resting: 1 })
  await sendDue('2026-05-05T06:59:00Z')
  expect(await countReceived()).toEqual({ ...noCounts, now: 2, both: 2, hourly: 1, resting: 1 })
  await sendDue('2026-05-05T07:00:05Z')
  expect(await countReceived()).toEqual({ ...noCounts, now: 2, both: 2, hourly: 1, daily: 1, resting: 1 })
  await sendDue('2026-05-05T07:30:05Z')
  expect(await countReceived()).toEqual({ now: 2, both: 2, hourly: 1, daily: 1, resting: 1, sleeper: 1 })
  for (const personId of Object.values(people))
    expect((await states(personId)).map(({ state }) => state)).toEqual(
      expect.not.arrayContaining(['held', 'pending']),
    )
  // The saved searches are deleted, so that later tests do not notify these people.
  await setup.ctx.db.deleteFrom('saved_searches').execute()
})

test('the digest of an hour that comes above the limits joins that of the morning, with what it lists', async () => {
  setClock('2026-05-11T09:20:00Z')
  const hourlyReader = await insertWatcher(['hourly'])
  await publishOrder('Тихий')
  await queueNews(hourlyReader, 6)
  await sendDue('2026-05-11T09:30:00Z')
  expect(await readReceived(hourlyReader)).toHaveLength(6)
  await sendDue('2026-05-11T10:00:05Z')
  expect(await readReceived(hourlyReader)).toHaveLength(6)
  await sendDue('2026-05-12T07:00:05Z')
  const receivedMessages = await readReceived(hourlyReader)
  expect(receivedMessages).toHaveLength(7)
  expect(receivedMessages.at(-1)?.text).toContain('Тихий')
  expect(new Set((await states(hourlyReader)).map(({ state }) => state))).toEqual(new Set(['sent']))
  await setup.ctx.db.deleteFrom('saved_searches').execute()
})
