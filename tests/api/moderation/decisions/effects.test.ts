import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { approve, reject } from '#services/moderation/decisions/actions.ts'
import { runWhileRowIsLocked } from '#tests/support/orders/held-rows.ts'
import { categories } from '#tests/support/orders/sample.ts'
import {
  advanceClock,
  anna,
  applyTask,
  ctx,
  listing,
  olga,
  openQueue,
  owner,
  plannedEvents,
  readAuditEntries,
  setListing,
  startMs,
  submitOrder,
  task,
} from '../moderation-setup.ts'

/** Tests that a decision takes effect when the time to undo it is over. */

openQueue()

describe('a decision that takes effect', () => {
  test('publishes for the period that was paid, at the tariff of the category', async () => {
    const day = 86_400
    const tariff = (amount: number, days: number, category_id: number | null) => ({
      product: 'response' as const,
      amount,
      category_id,
      valid_from: new Date(Date.now() + days * day * 1000).toISOString(),
    })
    const addedEvents = await ctx.db
      .insertInto('tariffs')
      .values([
        tariff(5500, -2, categories.own),
        tariff(7700, -1, categories.own),
        tariff(9900, 1, categories.own),
        tariff(1100, -0.5, categories.other),
        tariff(3300, -0.5, null),
      ])
      .returning('id')
      .execute()
    const { task_id, listing_id, act } = await submitOrder()
    const readPostedCount = async () => {
      const query = ctx.db.selectFrom('users').select('posted_count').where('id', '=', anna.id)
      return (await query.executeTakeFirstOrThrow()).posted_count
    }
    const countBefore = await readPostedCount()
    await approve(ctx, act)
    advanceClock(4.999)
    await applyTask(task_id)
    expect((await listing(listing_id)).status).toBe('moderation')
    expect(await plannedEvents('moderation.decided', { task_id })).toEqual([5])
    advanceClock(5)
    await applyTask(task_id)
    expect(await listing(listing_id)).toMatchObject({
      status: 'published',
      hidden_reason: null,
      published_at: 5,
      renewed_at: null,
      updated_at: 5,
      expires_at: 5 + 30 * day,
      response_stake: 7700,
      rejection_reason: null,
      rejected_at: null,
    })
    expect(await task(task_id)).toMatchObject({ state: 'approved', applied_at: 5, updated_at: 5 })
    expect(await readPostedCount()).toBe(countBefore + 1)
    expect(await plannedEvents('listing.published', { listing_id })).toEqual([5])
    expect((await readAuditEntries(listing_id))[0]).toEqual({
      action: 'listing.approve',
      actor_id: olga.id,
      before: { status: 'moderation' },
      after: { status: 'published', task_id },
    })
    advanceClock(6)
    await applyTask(task_id)
    expect(await task(task_id)).toMatchObject({ applied_at: 5 })
    const ids = addedEvents.map(({ id }) => id)
    await owner.deleteFrom('tariffs').where('id', 'in', ids).execute()
  })

  test('of a listing that was public before renews it and counts nothing', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    await setListing(listing_id, { published_at: new Date(startMs - 60_000).toISOString() })
    const readPostedCount = () =>
      ctx.db.selectFrom('users').select('posted_count').where('id', '=', anna.id).execute()
    const countBefore = await readPostedCount()
    await approve(ctx, act)
    advanceClock(5)
    await applyTask(task_id)
    expect(await listing(listing_id)).toMatchObject({ published_at: -60, renewed_at: 5 })
    expect(await readPostedCount()).toEqual(countBefore)
  })

  test.each([
    ['scam', 'Похоже на обман'],
    ['Что именно рисовать?', 'Что именно рисовать?'],
  ])('turns a listing down with words: %s', async (reason, rejection_reason) => {
    const { task_id, listing_id, act } = await submitOrder()
    await reject(ctx, { ...act, reason })
    advanceClock(5)
    await applyTask(task_id)
    expect(await listing(listing_id)).toMatchObject({
      status: 'rejected',
      rejection_reason,
      rejected_at: 5,
      updated_at: 5,
    })
    expect(await plannedEvents('listing.rejected', { listing_id })).toEqual([5])
    expect((await readAuditEntries(listing_id))[0]).toMatchObject({
      action: 'listing.reject',
      after: { status: 'rejected', reason, task_id },
    })
  })

  test('about what its author changed meanwhile is made anew', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    await approve(ctx, act)
    const { content_hash } = await task(task_id)
    await ctx.db
      .updateTable('orders')
      .set({ subtitle: 'Совсем другое задание для художника' })
      .where('listing_id', '=', listing_id)
      .execute()
    advanceClock(5)
    await applyTask(task_id)
    const taskAfterUndo = await task(task_id)
    expect(taskAfterUndo).toMatchObject({
      state: 'open',
      decided_by: null,
      decided_at: null,
      effective_at: null,
      reason: null,
      applied_at: null,
      content: { subtitle: 'Совсем другое задание для художника' },
    })
    expect(taskAfterUndo.content_hash).not.toBe(content_hash)
    expect((await listing(listing_id)).status).toBe('moderation')
    expect((await readAuditEntries(listing_id))[0]).toEqual({
      action: 'moderation.reopen',
      actor_id: null,
      before: { task_id, state: 'approved' },
      after: { task_id, state: 'open' },
    })
    // A rejection takes effect even if the author has changed the text since.
    await reject(ctx, { ...act, reason: 'scam' })
    await ctx.db
      .updateTable('orders')
      .set({ subtitle: 'И ещё одно задание' })
      .where('listing_id', '=', listing_id)
      .execute()
    advanceClock(10)
    await applyTask(task_id)
    expect((await listing(listing_id)).status).toBe('rejected')
  })

  test('holds while a next release adds a column of texts', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    await approve(ctx, act)
    await sql`alter table orders add column of_tomorrow text default 'new'`.execute(owner)
    advanceClock(5)
    await applyTask(task_id)
    await sql`alter table orders drop column of_tomorrow`.execute(owner)
    expect((await listing(listing_id)).status).toBe('published')
  })

  test('moves nothing that left the queue', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    await approve(ctx, act)
    await setListing(listing_id, { status: 'refunded' })
    advanceClock(5)
    await applyTask(task_id)
    expect((await listing(listing_id)).status).toBe('refunded')
    expect(await plannedEvents('listing.published', { listing_id })).toEqual([])
    expect((await readAuditEntries(listing_id))[0]).toMatchObject({
      action: 'moderation.void',
      before: { status: 'refunded' },
      after: { status: 'refunded', task_id },
    })
  })
})

test('a decision waits for whoever is changing the listing', async () => {
  const { listing_id, act } = await submitOrder()
  expect(await runWhileRowIsLocked(ctx.db, 'listings', listing_id, () => approve(ctx, act))).toBe('waits')
})
