import { beforeAll, describe, expect, test } from 'vitest'
import { sweepFiles } from '#services/files/sweep.ts'
import { expireListings, remindOfExpiry } from '#services/lifecycle/publication/expire.ts'
import { approve, undo } from '#services/moderation/decisions/actions.ts'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { approveRead } from '#tests/support/people/approve.ts'
import { client, login, moderator, type Person } from '#tests/support/people/people.ts'

const minute = 60_000
const day = 24 * 60 * minute

let api: Api
let olga: Person
let vera: Person
beforeAll(async () => {
  api = await openApi()
  await newStaff()
})

/** Logs the moderators in again. Access tokens last an hour, and these tests move the clock by days. */
async function newStaff(): Promise<void> {
  olga = await moderator(api)
  vera = await login(api, vera?.account)
  await api.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', vera.id).execute()
}

async function waitingTask() {
  const { order } = await paidOrder(api)
  const { id } = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', order.id)
    .executeTakeFirstOrThrow()
  return { id, params: { id } }
}

describe('two of the staff', () => {
  test('a decision is taken back by who made it, by nobody else', async () => {
    const { id } = await waitingTask()
    api.ctx.config.MODERATION_UNDO_MS = 5000
    await approve(api.ctx, { task_id: id, moderator_id: vera.id })
    await expect(undo(api.ctx, { task_id: id, moderator_id: olga.id })).rejects.toMatchObject({
      code: 'claimed_by_other',
    })
    await undo(api.ctx, { task_id: id, moderator_id: vera.id })
    api.ctx.config.MODERATION_UNDO_MS = 0
    const { state, claimed_by } = await api.ctx.db
      .selectFrom('moderation_tasks')
      .select(['state', 'claimed_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect({ state, claimed_by }).toEqual({ state: 'claimed', claimed_by: vera.id })
  })

  test('a claim holds others back for ten minutes and not a second more', async () => {
    const { params } = await waitingTask()
    await vera.call('POST /api/admin/moderation/:id/claim', { params })
    api.advanceClock(10 * minute - 5000)
    const approveTask = () => codeOf(approveRead(olga, { params }))
    expect(await approveTask()).toBe('claimed_by_other')
    api.advanceClock(5000)
    expect(await approveTask()).toBe('accepted')
  })

  test('who is blocked decides nothing, by whatever door', async () => {
    const { id, params } = await waitingTask()
    const gleb = await login(api)
    const setTask = (values: object) =>
      api.ctx.db.updateTable('users').set(values).where('id', '=', gleb.id).execute()
    await setTask({ role: 'moderator' })
    await olga.call('POST /api/admin/users/:id/status', {
      params: { id: gleb.id },
      body: { status: 'blocked', reason: 'scam' },
    })
    const lateApproval = approve(api.ctx, { task_id: id, moderator_id: gleb.id, in_chat: true })
    await expect(lateApproval).rejects.toMatchObject({ code: 'forbidden' })
    expect(await codeOf(approveRead(vera, { params }))).toBe('accepted')
  })

  test('of two verdicts about one complaint the first stands', async () => {
    const [anna, boris] = [await login(api), await login(api)]
    const body = { subject_type: 'user', subject_id: anna.id, reason: 'spam' } as const
    const { id: report_id } = await boris.call('POST /api/reports', { body })
    const { task_id } = await api.ctx.db
      .selectFrom('reports')
      .select('task_id')
      .where('id', '=', report_id)
      .executeTakeFirstOrThrow()
    const params = { id: task_id ?? 0 }
    const consequenceBody = { consequence: 'warn', reason: 'spam' } as const
    const codes = await Promise.all([
      codeOf(olga.call('POST /api/admin/moderation/:id/accept', { params, body: consequenceBody })),
      codeOf(vera.call('POST /api/admin/moderation/:id/dismiss', { params })),
    ])
    expect(codes.sort()).toEqual(['accepted', 'already_decided'])
  })
})

describe('a placement', () => {
  const remindersOf = async (listing_id: number) => {
    const rows = await api.ctx.db
      .selectFrom('deliveries')
      .select('payload')
      .where('kind', '=', 'listing_expiring')
      .execute()
    return rows.filter(({ payload }) => payload.listing_id === listing_id).length
  }
  const setExpiry = (id: number, expires_at: string) =>
    api.ctx.db.updateTable('listings').set({ expires_at }).where('id', '=', id).execute()
  const daysOn = (days: number) => new Date(api.ctx.now().getTime() + days * day).toISOString()
  const statusOf = async (id: number) => {
    const query = api.ctx.db.selectFrom('listings').select('status').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).status
  }

  test('is reminded of five days and one day before its end, once each; a hidden one is not, and ends too', async () => {
    const [{ order: publishedOrderRow }, { order: hidden }] = [
      await publishedOrder(api),
      await publishedOrder(api),
    ]
    for (const { id } of [publishedOrderRow, hidden]) await setExpiry(id, daysOn(30))
    await placeRows(api.owner, 'listings', { id: hidden.id }, { status: 'hidden', hidden_reason: 'owner' })
    const remindedAfter = async (ms: number) => {
      api.advanceClock(ms)
      await remindOfExpiry(api.ctx)
      await remindOfExpiry(api.ctx)
      return remindersOf(publishedOrderRow.id)
    }
    expect(await remindedAfter(25 * day - minute)).toBe(0)
    expect(await remindedAfter(2 * minute)).toBe(1)
    expect(await remindedAfter(4 * day - 2 * minute)).toBe(1)
    expect(await remindedAfter(2 * minute)).toBe(2)
    expect(await remindersOf(hidden.id)).toBe(0)
    api.advanceClock(day)
    await expireListings(api.ctx, 100)
    expect([await statusOf(publishedOrderRow.id), await statusOf(hidden.id)]).toEqual(['expired', 'expired'])
    expect(await remindedAfter(0)).toBe(2)
  })

  test('that is short says nothing on its first day, and of two reminders at once only the nearer', async () => {
    const { order } = await publishedOrder(api)
    await setExpiry(order.id, daysOn(2))
    await remindOfExpiry(api.ctx)
    expect(await remindersOf(order.id)).toBe(0)
    api.advanceClock(1.5 * day)
    await remindOfExpiry(api.ctx)
    expect(await remindersOf(order.id)).toBe(1)
  })
})

test('with an account its files go: rows and bytes', async () => {
  const anna = await client(api)
  const { file } = await send(api, anna, { name: 'Смета.pdf', bytes: pdf })
  const row = await api.ctx.db
    .selectFrom('files')
    .select('storage_key')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  const isFileKept = async () => {
    const bytes = await api.ctx.storage.read(row.storage_key)
    bytes?.destroy()
    return bytes !== null
  }
  expect(await isFileKept()).toBe(true)
  await anna.call('DELETE /api/users/delete/:id', { params: { id: anna.id } })
  await sweepFiles(api.ctx, 100)
  const filesLeft = api.ctx.db.selectFrom('files').select('id').where('owner_id', '=', anna.id)
  expect(await filesLeft.execute()).toEqual([])
  expect(await isFileKept()).toBe(false)
})
