import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { ask } from '#services/moderation/appeals/questions.ts'
import { accept, approve, claim, reject, release, undo } from '#services/moderation/decisions/actions.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { whileHeld } from '#tests/support/servers/held-rows.ts'
import {
  advanceClock,
  anna,
  apply,
  ctx,
  listing,
  olga,
  openQueue,
  owner,
  plannedEvents,
  setListing,
  start,
  submitOrder,
  task,
  traces,
  vera,
} from './moderation-setup.ts'

openQueue()

describe('a claim', () => {
  test('reserves a task for ten minutes and gives it back', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    advanceClock(1)
    await claim(ctx, act)
    expect(await task(task_id)).toMatchObject({
      ...{ state: 'claimed', claimed_by: olga.id, claimed_until: 601, updated_at: 1 },
    })
    expect(await plannedEvents('moderation.changed', { task_id })).toEqual([1, 601])
    const actor_id = olga.id
    const [first] = await traces(listing_id)
    expect(first).toEqual({
      action: 'moderation.claim',
      actor_id,
      before: { task_id, state: 'open' },
      after: null,
    })
    advanceClock(2)
    await release(ctx, act)
    expect(await task(task_id)).toMatchObject({ state: 'open', claimed_by: null, claimed_until: null })
    expect(await plannedEvents('moderation.changed', { task_id })).toEqual([2])
    const released = {
      action: 'moderation.release',
      actor_id,
      before: { task_id, state: 'claimed' },
      after: null,
    }
    expect((await traces(listing_id))[0]).toEqual(released)
    await release(ctx, act)
    expect((await traces(listing_id)).filter(({ action }) => action === released.action)).toHaveLength(1)
  })

  test('made in the chat redraws the card only when its time is over', async () => {
    const { task_id, act } = await submitOrder()
    await claim(ctx, { ...act, in_chat: true })
    expect(await plannedEvents('moderation.changed', { task_id })).toEqual([600])
  })

  test('of a question leaves the question when it is given back', async () => {
    const { task_id, act } = await submitOrder()
    await ask(ctx, { ...act, question: 'Какой срок?' })
    await claim(ctx, act)
    await release(ctx, act)
    expect(await task(task_id)).toMatchObject({ state: 'returned', reason: 'Какой срок?', claimed_by: null })
  })

  test('ends with its last second', async () => {
    const { act } = await submitOrder()
    await claim(ctx, act)
    advanceClock(599.999)
    await expect(claim(ctx, { ...act, moderator_id: vera.id })).rejects.toMatchObject({
      code: 'claimed_by_other',
    })
    await claim(ctx, act)
    advanceClock(599.999 + 600)
    await claim(ctx, { ...act, moderator_id: vera.id })
    await expect(claim(ctx, { ...act, moderator_id: anna.id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(claim(ctx, { ...act, task_id: 999_999 })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a decision', () => {
  test('waits out five seconds, in which its maker takes it back', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    await expect(undo(ctx, act)).rejects.toMatchObject({ code: 'wrong_state' })
    await reject(ctx, { ...act, reason: '  Непонятно, что делать ' })
    const rejectedTask = {
      reason: 'Непонятно, что делать',
      decided_by: olga.id,
      decided_at: 0,
      effective_at: 5,
    }
    expect(await task(task_id)).toMatchObject({ state: 'rejected', ...rejectedTask, decided_alone: false })
    expect(await plannedEvents('moderation.decided', { task_id })).toEqual([5])
    expect((await traces(listing_id))[0]).toEqual({
      action: 'moderation.rejected',
      actor_id: olga.id,
      before: { task_id, state: 'open' },
      after: { reason: 'Непонятно, что делать' },
    })
    const count = (await traces(listing_id)).length
    await reject(ctx, { ...act, reason: 'Ещё раз' })
    await expect(approve(ctx, act)).rejects.toMatchObject({ code: 'already_decided' })
    expect((await traces(listing_id)).length).toBe(count)
    advanceClock(4.999)
    await undo(ctx, act)
    expect(await task(task_id)).toMatchObject({
      ...{ state: 'claimed', claimed_by: olga.id, claimed_until: 604.999, reason: null },
      ...{ decided_by: null, decided_at: null, effective_at: null, decided_alone: false },
    })
    const undoEntry = { action: 'moderation.undo', before: { task_id, state: 'rejected' }, after: null }
    expect((await traces(listing_id))[0]).toMatchObject(undoEntry)
    await approve(ctx, act)
    advanceClock(9.999)
    // The undo time is over, but no worker has applied the decision yet: nobody was notified, so it can be undone.
    await undo(ctx, act)
    await approve(ctx, act)
    advanceClock(14.999)
    await ctx.db.transaction().execute((tx) => applyDecision(ctx, tx, task_id))
    await expect(undo(ctx, act)).rejects.toMatchObject({
      code: 'decision_effective',
      details: { subject: 'listing', state: 'approved' },
    })
  })

  test('says why in 3 to 500 characters', async () => {
    const { task_id, act } = await submitOrder()
    for (const reason of ['ab', ' ab ', 'а'.repeat(501)])
      await expect(reject(ctx, { ...act, reason })).rejects.toMatchObject({
        ...{ code: 'invalid_input', details: { fields: [{ path: 'reason' }], max: 500 } },
      })
    for (const reason of ['abc', 'а'.repeat(500)]) {
      await reject(ctx, { ...act, reason })
      expect((await task(task_id)).reason).toBe(reason)
      await undo(ctx, act)
    }
  })

  test('is about what was read, and about what can move', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    await expect(approve(ctx, { ...act, seen: 'other' })).rejects.toMatchObject({ code: 'content_changed' })
    const acceptance = accept(ctx, { ...act, consequence: 'remove', reason: 'scam' })
    await expect(acceptance).rejects.toMatchObject({ code: 'not_found' })
    await setListing(listing_id, { status: 'archived' })
    for (const decide of [() => approve(ctx, act), () => reject(ctx, { ...act, reason: 'scam' })])
      await expect(decide()).rejects.toMatchObject({ code: 'wrong_state' })
    await setListing(listing_id, { status: 'moderation' })
    await approve(ctx, { ...act, seen: (await task(task_id)).content_hash ?? '' })
    expect(await task(task_id)).toMatchObject({ state: 'approved', reason: null, effective_at: 5 })
    expect((await traces(listing_id))[0]).toMatchObject({ action: 'moderation.approved', after: null })
  })
})

describe('a decision that takes effect', () => {
  test('publishes for the period that was paid, at the tariff of the category', async () => {
    const day = 86_400
    const tariff = (amount: number, days: number, category_id: number | null) => ({
      ...{ product: 'response' as const, amount, category_id },
      valid_from: new Date(Date.now() + days * day * 1000).toISOString(),
    })
    const added = await ctx.db
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
    await apply(task_id)
    expect((await listing(listing_id)).status).toBe('moderation')
    expect(await plannedEvents('moderation.decided', { task_id })).toEqual([5])
    advanceClock(5)
    await apply(task_id)
    expect(await listing(listing_id)).toMatchObject({
      ...{ status: 'published', hidden_reason: null, published_at: 5, renewed_at: null, updated_at: 5 },
      ...{ expires_at: 5 + 30 * day, response_stake: 7700, rejection_reason: null, rejected_at: null },
    })
    expect(await task(task_id)).toMatchObject({ state: 'approved', applied_at: 5, updated_at: 5 })
    expect(await readPostedCount()).toBe(countBefore + 1)
    expect(await plannedEvents('listing.published', { listing_id })).toEqual([5])
    expect((await traces(listing_id))[0]).toEqual({
      action: 'listing.approve',
      actor_id: olga.id,
      before: { status: 'moderation' },
      after: { status: 'published', task_id },
    })
    advanceClock(6)
    await apply(task_id)
    expect(await task(task_id)).toMatchObject({ applied_at: 5 })
    const ids = added.map(({ id }) => id)
    await owner.deleteFrom('tariffs').where('id', 'in', ids).execute()
  })

  test('of a listing that was public before renews it and counts nothing', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    await setListing(listing_id, { published_at: new Date(start - 60_000).toISOString() })
    const readPostedCount = () =>
      ctx.db.selectFrom('users').select('posted_count').where('id', '=', anna.id).execute()
    const countBefore = await readPostedCount()
    await approve(ctx, act)
    advanceClock(5)
    await apply(task_id)
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
    await apply(task_id)
    expect(await listing(listing_id)).toMatchObject({
      status: 'rejected',
      rejection_reason,
      rejected_at: 5,
      updated_at: 5,
    })
    expect(await plannedEvents('listing.rejected', { listing_id })).toEqual([5])
    expect((await traces(listing_id))[0]).toMatchObject({
      action: 'listing.reject',
      after: { status: 'rejected', task_id },
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
    await apply(task_id)
    const taskAfterUndo = await task(task_id)
    expect(taskAfterUndo).toMatchObject({
      ...{ state: 'open', decided_by: null, decided_at: null, effective_at: null, reason: null },
      ...{ applied_at: null, content: { subtitle: 'Совсем другое задание для художника' } },
    })
    expect(taskAfterUndo.content_hash).not.toBe(content_hash)
    expect((await listing(listing_id)).status).toBe('moderation')
    expect((await traces(listing_id))[0]).toEqual({
      action: 'moderation.reopen',
      actor_id: null,
      before: { task_id, state: 'approved' },
      after: { task_id, state: 'open' },
    })
    // A rejection stays valid even when the author has changed the text.
    await reject(ctx, { ...act, reason: 'scam' })
    await ctx.db
      .updateTable('orders')
      .set({ subtitle: 'И ещё одно задание' })
      .where('listing_id', '=', listing_id)
      .execute()
    advanceClock(10)
    await apply(task_id)
    expect((await listing(listing_id)).status).toBe('rejected')
  })

  test('holds while a next release adds a column of texts', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    await approve(ctx, act)
    await sql`alter table orders add column of_tomorrow text default 'new'`.execute(owner)
    advanceClock(5)
    await apply(task_id)
    await sql`alter table orders drop column of_tomorrow`.execute(owner)
    expect((await listing(listing_id)).status).toBe('published')
  })

  test('moves nothing that left the queue', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    await approve(ctx, act)
    await setListing(listing_id, { status: 'refunded' })
    advanceClock(5)
    await apply(task_id)
    expect((await listing(listing_id)).status).toBe('refunded')
    expect(await plannedEvents('listing.published', { listing_id })).toEqual([])
    expect((await traces(listing_id))[0]).toMatchObject({
      action: 'moderation.void',
      before: { status: 'refunded' },
      after: { status: 'refunded', task_id },
    })
  })
})

test('a decision waits for whoever is changing the listing', async () => {
  const { listing_id, act } = await submitOrder()
  expect(await whileHeld(ctx.db, 'listings', listing_id, () => approve(ctx, act))).toBe('waits')
})
