import { describe, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { ask } from '#services/moderation/appeals/questions.ts'
import { accept, approve, claim, reject, release, undo } from '#services/moderation/decisions/actions.ts'
import {
  advanceClock,
  anna,
  ctx,
  olga,
  openQueue,
  plannedEvents,
  readAuditEntries,
  setListing,
  submitOrder,
  task,
  vera,
} from '../moderation-setup.ts'

/** A moderator claims a task, decides it, and may undo the decision for five seconds. */

openQueue()

describe('a claim', () => {
  test('reserves a task for ten minutes and gives it back', async () => {
    const { task_id, listing_id, act } = await submitOrder()
    advanceClock(1)
    await claim(ctx, act)
    expect(await task(task_id)).toMatchObject({
      state: 'claimed',
      claimed_by: olga.id,
      claimed_until: 601,
      updated_at: 1,
    })
    expect(await plannedEvents('moderation.changed', { task_id })).toEqual([1, 601])
    const actor_id = olga.id
    const [first] = await readAuditEntries(listing_id)
    expect(first).toEqual({
      action: 'moderation.claim',
      actor_id,
      before: { task_id, state: 'open' },
      after: { state: 'claimed' },
    })
    advanceClock(2)
    await release(ctx, act)
    expect(await task(task_id)).toMatchObject({ state: 'open', claimed_by: null, claimed_until: null })
    expect(await plannedEvents('moderation.changed', { task_id })).toEqual([2])
    const releasedFields = {
      action: 'moderation.release',
      actor_id,
      before: { task_id, state: 'claimed' },
      after: { state: 'open' },
    }
    expect((await readAuditEntries(listing_id))[0]).toEqual(releasedFields)
    await release(ctx, act)
    expect(
      (await readAuditEntries(listing_id)).filter(({ action }) => action === releasedFields.action),
    ).toHaveLength(1)
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
    expect((await readAuditEntries(listing_id))[0]).toEqual({
      action: 'moderation.rejected',
      actor_id: olga.id,
      before: { task_id, state: 'open' },
      after: { state: 'rejected', reason: 'Непонятно, что делать' },
    })
    const count = (await readAuditEntries(listing_id)).length
    await reject(ctx, { ...act, reason: 'Ещё раз' })
    await expect(approve(ctx, act)).rejects.toMatchObject({ code: 'already_decided' })
    expect((await readAuditEntries(listing_id)).length).toBe(count)
    advanceClock(4.999)
    await undo(ctx, act)
    expect(await task(task_id)).toMatchObject({
      state: 'claimed',
      claimed_by: olga.id,
      claimed_until: 604.999,
      reason: null,
      decided_by: null,
      decided_at: null,
      effective_at: null,
      decided_alone: false,
    })
    const undoEntry = {
      action: 'moderation.undo',
      before: { task_id, state: 'rejected' },
      after: { state: 'claimed' },
    }
    expect((await readAuditEntries(listing_id))[0]).toMatchObject(undoEntry)
    await approve(ctx, act)
    advanceClock(9.999)
    // The time to undo the decision is over, but no worker has applied the decision yet. Nobody was notified, so the
    // decision can still be undone.
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
        code: 'invalid_input',
        details: { fields: [{ path: 'reason' }], max: 500 },
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
    const acceptCall = accept(ctx, { ...act, consequence: 'remove', reason: 'scam' })
    await expect(acceptCall).rejects.toMatchObject({ code: 'not_found' })
    await setListing(listing_id, { status: 'archived' })
    for (const decideTask of [() => approve(ctx, act), () => reject(ctx, { ...act, reason: 'scam' })])
      await expect(decideTask()).rejects.toMatchObject({ code: 'wrong_state' })
    await setListing(listing_id, { status: 'moderation' })
    await approve(ctx, { ...act, seen: (await task(task_id)).content_hash ?? '' })
    expect(await task(task_id)).toMatchObject({ state: 'approved', reason: null, effective_at: 5 })
    expect((await readAuditEntries(listing_id))[0]).toMatchObject({
      action: 'moderation.approved',
      after: { state: 'approved' },
    })
  })
})
