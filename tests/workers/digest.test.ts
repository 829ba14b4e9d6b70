import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nextMorning } from '#services/notifications/outbox/columns.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { decideDelivery, setMuted } from '#services/notifications/outbox/rules.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import {
  author,
  midnight,
  morning,
  noon,
  prepareDigestTests,
  queueNews,
  queueNewsOf,
  quietNight,
  type Reader,
  reader,
  readReceived,
  sendDue,
  setClock,
  setup,
  states,
} from './digest-scenes.ts'
import { insertOrder, insertPerson } from './setup.ts'

/** Messages that come at night or above a person's limits are later sent together in one digest. */

prepareDigestTests()

test('orders of the night come together at ten; what cannot wait comes at once without a sound', async () => {
  const sleeper = await reader(quietNight)
  await sendDue(midnight)
  const [first = 0] = await queueNews(sleeper, 3)
  const publishedNotice = { kind: 'listing_published', payload: { listing_id: first } } as const
  await setup.ctx.db
    .transaction()
    .execute((tx) =>
      queueDelivery(setup.ctx, tx, { ...publishedNotice, to: { user_id: sleeper.id }, dedupe_key: 'chosen' }),
    )
  await sendDue(midnight)
  expect(await readReceived(sleeper)).toMatchObject([{ disable_notification: true }])
  expect((await states(sleeper)).filter(({ state }) => state === 'held')).toHaveLength(3)
  await placeRows(setup.owner, 'listings', { id: first }, { status: 'archived' })
  await sendDue('2026-03-03T06:59:00Z')
  expect(await readReceived(sleeper)).toHaveLength(1)
  await sendDue(morning)
  const [, digest] = await readReceived(sleeper)
  expect(digest?.disable_notification).toBeUndefined()
  expect(digest?.text).toContain('Новые заказы и вакансии для вас: 2\n\n• <a href="https://t.me/')
  expect(digest?.text).toContain('Заказ &lt;3&gt;')
  expect(digest?.text).not.toContain('Заказ &lt;1&gt;')
  expect((await states(sleeper)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent'])
})

test('an invitation of the night stands first in the digest, with who invites; an answered one stands there no more', async () => {
  const sleeper = await reader(quietNight)
  await sendDue(midnight)
  const invitationRows = [
    await insertOrder(setup, author.id, { title: 'Приглашение' }),
    await insertOrder(setup, author.id, { title: 'Уже ответили' }),
  ]
  for (const [n, listing_id] of invitationRows.entries()) {
    const { id: invitation_id } = await setup.owner
      .insertInto('invitations')
      .values({ listing_id, user_id: sleeper.id, among: 3 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const told = { kind: 'invitation', lane: 'bulk', payload: { invitation_id, listing_id } } as const
    await setup.ctx.db.transaction().execute((tx) =>
      queueDelivery(setup.ctx, tx, {
        ...told,
        to: { user_id: sleeper.id },
        dedupe_key: `invitation:${listing_id}`,
      }),
    )
    if (n === 1)
      await setup.owner
        .updateTable('invitations')
        .set({ state: 'declined' })
        .where('id', '=', invitation_id)
        .execute()
  }
  await queueNews(sleeper, 1)
  await sendDue(midnight)
  expect(await readReceived(sleeper)).toEqual([])
  await sendDue(morning)
  const [digest] = await readReceived(sleeper)
  const { full_name } = await setup.owner
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', author.id)
    .executeTakeFirstOrThrow()
  const lines = digest?.text.split('\n').filter((line) => line.startsWith('•'))
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`Приглашение.*\\(вас приглашает ${full_name}\\)$`)),
    expect.stringMatching(/Заказ &lt;1&gt;.*<\/a>$/),
  ])
})

test('what a person has answered or hidden meanwhile is told neither in the digest nor by a late message', async () => {
  const sleeper = await reader(quietNight)
  await sendDue(midnight)
  const stranger = await insertPerson(setup)
  const dealt = {
    answered: await insertOrder(setup, author.id, { title: 'Есть отклик' }),
    hidden: await insertOrder(setup, author.id, { title: 'Не подходит' }),
    'of a hidden author': await insertOrder(setup, stranger.id, { title: 'Заказ скрытого' }),
  }
  for (const listing_id of Object.values(dealt)) await queueNewsOf(sleeper, listing_id)
  await queueNews(sleeper, 1)
  await sendDue(midnight)
  expect((await states(sleeper)).filter(({ state }) => state === 'held')).toHaveLength(4)
  const own = { user_id: sleeper.id }
  await setup.owner
    .insertInto('responses')
    .values({ ...own, listing_id: dealt.answered, response_text: 'Сделаю' })
    .execute()
  await setup.owner
    .insertInto('not_for_me')
    .values({ ...own, listing_id: dealt.hidden, reason: 'busy', until: '2026-03-05T09:00:00Z' })
    .execute()
  await setup.owner
    .insertInto('hidden_authors')
    .values({ ...own, author_id: stranger.id })
    .execute()
  await sendDue(morning)
  const [digest] = await readReceived(sleeper)
  expect(digest?.text.match(/(?<=• <a[^>]*>)[^<]*/g)).toEqual([expect.stringContaining('Заказ &lt;1&gt;')])

  const late = await insertOrder(setup, stranger.id, { title: 'Опоздал' })
  await queueNewsOf(sleeper, late)
  await sendDue('2026-03-03T09:00:00Z')
  expect(await readReceived(sleeper)).toHaveLength(1)
})

/**
 * Returns the ids of the listings about which a person got separate messages, and of the listings that wait for a
 * digest.
 */
async function readOutcomes({ id }: Reader) {
  const rows = await setup.ctx.db
    .selectFrom('deliveries')
    .select(['payload', 'digest_id', 'state'])
    .where('user_id', '=', id)
    .where('kind', '=', 'new_order')
    .execute()
  const listingIds = (isHeld: boolean) =>
    rows
      .filter(({ digest_id }) => (digest_id !== null) === isHeld)
      .map(({ payload }) => Number(payload.listing_id))
  return {
    sentAlone: listingIds(false),
    heldForDigest: listingIds(true),
    states: new Set(rows.map(({ state }) => state)),
  }
}

test('six an hour and thirty a day arrive one by one, everything above in one digest', {
  retry: 6,
}, async () => {
  const busyReader = await reader()
  const hours = [await queueNews(busyReader, 5)]
  await sendDue(noon)
  expect(await readReceived(busyReader)).toHaveLength(5)
  // The times are more than an hour apart. Telegram's rate limit may delay messages by seconds, and they must still
  // fall into another hour of the hourly limit.
  for (const time of ['10:05', '11:10', '12:15', '13:20', '14:25']) {
    setClock(`2026-03-02T${time}:00Z`)
    hours.push(await queueNews(busyReader, time === '14:25' ? 10 : 7))
    await sendDue(`2026-03-02T${time}:00Z`)
  }
  expect(await readReceived(busyReader)).toHaveLength(30)
  const { sentAlone, heldForDigest } = await readOutcomes(busyReader)
  const countIn = (ids: number[]) => hours.map((hour) => hour.filter((id) => ids.includes(id)).length)
  expect(countIn(sentAlone)).toEqual([5, 6, 6, 6, 6, 1])
  expect(countIn(heldForDigest)).toEqual([0, 1, 1, 1, 1, 9])
  await sendDue(morning)
  const digest = (await readReceived(busyReader)).at(-1)
  expect(digest?.text).toContain('Новые заказы и вакансии для вас: 13')
  expect(digest?.text).toContain('И ещё 3 в ленте')
  const listedIds = [...(digest?.text ?? '').matchAll(/startapp=page_order___orderId_(\d+)/g)].map(([, id]) =>
    Number(id),
  )
  expect(listedIds).toEqual(heldForDigest.toSorted((a, b) => b - a).slice(0, 10))
  expect((await readOutcomes(busyReader)).states).toEqual(new Set(['sent']))
  // The daily limit counts a digest as one message, however many listings it contains.
  setClock('2026-03-03T16:00:00Z')
  await queueNews(busyReader, 1)
  await sendDue('2026-03-03T16:00:00Z')
  expect(await readReceived(busyReader)).toHaveLength(32)
})

test('without an hour of rest the night changes nothing', async () => {
  const owl = await reader()
  await sendDue(midnight)
  await queueNews(owl, 1)
  await sendDue(midnight)
  expect(await readReceived(owl)).toHaveLength(1)
  expect((await readReceived(owl))[0]?.disable_notification).toBeUndefined()
})

test.each(['digest', 'new_order'] as const)('who muted %s meanwhile gets no digest of it', async (kind) => {
  const sleeper = await reader(quietNight)
  await sendDue(midnight)
  await queueNews(sleeper, 1)
  await sendDue(midnight)
  await setMuted(setup.ctx, sleeper.id, kind, true)
  await sendDue(morning)
  expect(await readReceived(sleeper)).toEqual([])
  expect((await states(sleeper)).map(({ state }) => state)).toEqual(['failed', 'failed'])
})

test('the next morning of many is that of each alone, in every zone, rest and moment', async () => {
  const zones = ['Europe/Moscow', 'Asia/Kolkata', 'America/New_York', 'Pacific/Auckland', 'UTC']
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 })
  // Leaves out the local times that do not exist on the day when daylight saving begins.
  const wakingMinutes = fc.integer({ min: 4 * 60, max: 24 * 60 - 1 })
  const personRecord = fc.record({
    time_zone: fc.constantFrom(...zones, null),
    quiet_from: minutes,
    quiet_to: wakingMinutes,
  })
  const moments = fc.date({
    min: new Date('2026-02-01T00:00:00Z'),
    max: new Date('2026-12-01T00:00:00Z'),
    noInvalidDate: true,
  })
  const isMorningOfEach = fc.asyncProperty(personRecord, moments, async (person, now) => {
    const full = { ...person, muted_kinds: [], switched_off: [], bulk_hour: 99, bulk_day: 99 }
    const one = decideDelivery('new_order', full, now)
    const { rows } = await sql<{ morning: string }>`
      select ${nextMorning(sql`${now.toISOString()}::timestamptz`)} as morning from (select ${person.time_zone}::text
        as time_zone, ${person.quiet_from}::int as quiet_from, ${person.quiet_to}::int as quiet_to) person`.execute(
      setup.ctx.db,
    )
    const morning = new Date(rows[0]?.morning ?? 0)
    expect({ person, now, until: morning }).toEqual({ person, now, until: 'until' in one && one.until })
  })
  await fc.assert(isMorningOfEach, { numRuns: 300 })
})
