import { isDeepStrictEqual } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { expireListings } from '#services/lifecycle/publication/expire.ts'
import { moderationMessages } from '#services/moderation/messages/messages.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { approveRead } from '#tests/support/people/approve.ts'
import { openConsequences } from './consequence-scenes.ts'

/** An author appeals against a takedown. Tests the second review and its outcomes. */
const scenes = await openConsequences()
const { api, olga, vera, apply, fileReport, accept, listing, readDeliveries, reviewOf } = scenes
beforeEach(scenes.openScenes)

describe('an appeal against a takedown', () => {
  async function createTakenDown() {
    const { anna, order } = await publishedOrder(api)
    const { params } = await fileReport('listing', order.id)
    await accept(params, 'remove')
    const ownListing = { params: { listing_id: order.id } }
    const appeal = (text: string) =>
      anna.call('POST /api/moderation/:listing_id/appeal', { ...ownListing, body: { text } })
    return { anna, order, ownListing, appeal }
  }
  const appealText = 'Мы не просим предоплату, посмотрите текст'

  test('needs 20 characters, and a shorter one is not used up', async () => {
    const { appeal, anna, ownListing } = await createTakenDown()
    expect(await codeOf(appeal('верните'))).toBe('invalid_input')
    expect(await anna.call('GET /api/moderation/:listing_id', ownListing)).toMatchObject({ may_appeal: true })
    expect(await appeal(appealText)).toMatchObject({ may_appeal: false })
    expect(await codeOf(appeal(appealText))).toBe('already_appealed')
  })

  test('is looked at by another moderator, who reads the first decision, and brings it back', async () => {
    const { appeal, anna, order } = await createTakenDown()
    await appeal(appealText)
    expect((await listing(order.id)).status).toBe('hidden')
    const params = { id: await reviewOf(order.id) }
    const task = await vera.call('GET /api/admin/moderation/:id', { params })
    expect(task).toMatchObject({
      appeal: appealText,
      first: { state: 'approved', reason: 'scam', decider_name: 'Ольга', has_other: true },
    })
    expect(await codeOf(approveRead(olga, { params }))).toBe('own_rejection')
    await approveRead(vera, { params })
    await apply(params.id)
    expect(await listing(order.id)).toMatchObject({ status: 'published', hidden_reason: null })
    expect((await listing(order.id)).published_hash).not.toBeNull()
    expect(await readDeliveries(anna)).toEqual(['moderation_consequence', 'moderation_appeal_decided'])
  })

  test('granted while its author is blocked, it waits hidden until they are let in', async () => {
    const { anna, order, params } = await fileAppeal()
    api.ctx.config.MODERATION_UNDO_MS = 60_000
    await approveRead(vera, { params })
    const toggleBlock = () =>
      olga.call('POST /api/users/change_system_status', { query: { user_id: anna.id } })
    await toggleBlock()
    api.advanceClock(61_000)
    await apply(params.id)
    expect(await listing(order.id)).toMatchObject({ status: 'hidden', hidden_reason: 'author_blocked' })
    expect((await listing(order.id)).published_hash).not.toBeNull()
    await toggleBlock()
    expect(await listing(order.id)).toMatchObject({ status: 'published', hidden_reason: null })
  })

  test('is decided by the same person where there is nobody else, which the card says', async () => {
    const { appeal, order } = await createTakenDown()
    await appeal(appealText)
    const params = { id: await reviewOf(order.id) }
    await api.ctx.db.updateTable('users').set({ role: 'user' }).where('id', '<>', olga.id).execute()
    const first = async () => (await olga.call('GET /api/admin/moderation/:id', { params })).first
    const rejectAppeal = () =>
      olga.call('POST /api/admin/moderation/:id/reject', { params, body: { reason: 'scam' } })
    const { config } = api.ctx
    const { ADMIN_TELEGRAM_IDS } = config
    // An admin named in the configuration counts as another moderator, even before the database stores the admin role.
    config.ADMIN_TELEGRAM_IDS = [vera.account.id]
    expect(await first()).toMatchObject({ has_other: true })
    expect(await codeOf(rejectAppeal())).toBe('own_rejection')
    config.ADMIN_TELEGRAM_IDS = ADMIN_TELEGRAM_IDS
    expect(await first()).toMatchObject({ has_other: false })
    const refusal = await rejectAppeal()
    expect(refusal).toMatchObject({ decided_alone: true })
    await apply(params.id)
    expect(await listing(order.id)).toMatchObject({ status: 'hidden', hidden_reason: 'staff' })
  })

  async function fileAppeal() {
    const { appeal, anna, order } = await createTakenDown()
    await appeal(appealText)
    return { anna, order, params: { id: await reviewOf(order.id) } }
  }
  const task = ({ id }: { id: number }) =>
    api.ctx.db
      .selectFrom('moderation_tasks')
      .select(['state', 'reason', 'effective_at', 'applied_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const redrawnCard = async ({ id: task_id }: { id: number }) => {
    const events = await api.ctx.db
      .selectFrom('events')
      .select('payload')
      .where('topic', '=', 'moderation.changed')
      .execute()
    return events.filter(({ payload }) => isDeepStrictEqual(payload, { task_id })).length
  }
  const lapsedAppeal = { state: 'returned', effective_at: null, applied_at: expect.any(String) }

  test('ends with the placement, undecided or not yet effective: its author reads so, its card too', async () => {
    const openAppeal = await fileAppeal()
    const decidedAppeal = await fileAppeal()
    api.ctx.config.MODERATION_UNDO_MS = 60_000
    await approveRead(vera, { params: decidedAppeal.params })
    for (const { anna, order, params } of [openAppeal, decidedAppeal]) {
      const cardsBefore = await redrawnCard(params)
      await placeRows(api.owner, 'listings', { id: order.id }, { expires_at: '2026-01-01T00:00:00Z' })
      await expireListings(api.ctx, 10)
      await apply(params.id)
      expect(await listing(order.id)).toMatchObject({ status: 'expired', published_hash: null })
      expect(await task(params)).toEqual({ ...lapsedAppeal, reason: 'expired' })
      expect(await redrawnCard(params)).toBe(cardsBefore + 1)
      expect(await readDeliveries(anna)).toEqual(['moderation_consequence', 'moderation_appeal_decided'])
      expect(await codeOf(approveRead(vera, { params }))).toBe('already_decided')
      const rejection = { params, body: { reason: 'scam' } }
      expect(await codeOf(vera.call('POST /api/admin/moderation/:id/reject', rejection))).toBe(
        'already_decided',
      )
    }
    const composeNews = async (language: Language) => {
      const reader = { chat_id: 1, language, is_private: true }
      const messageKind = moderationMessages.moderation_appeal_decided
      return (await messageKind.compose(api.ctx, { task_id: openAppeal.params.id }, reader))?.text
    }
    expect(await composeNews('ru')).toContain('Обжалование закрыто без решения:</b> размещение заказа')
    expect(await composeNews('en')).toContain('Your appeal closed without a decision:</b> order')
  })

  test('ends with the listing that its author deletes', async () => {
    const { anna, order, params } = await fileAppeal()
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    expect(await task(params)).toEqual({ ...lapsedAppeal, reason: 'withdrawn' })
    expect(await codeOf(approveRead(vera, { params }))).toBe('already_decided')
  })
})
