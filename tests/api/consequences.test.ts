import { isDeepStrictEqual } from 'node:util'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import type { Consequence } from '#contract/rejection.ts'
import { applyDecision } from '#services/lifecycle/decide.ts'
import { expireListings } from '#services/lifecycle/expire.ts'
import { moderationMessages } from '#services/moderation/messages.ts'
import { type Api, openApi } from '#tests/support/api.ts'
import { approveRead } from '#tests/support/approving.ts'
import { codeOf } from '#tests/support/call.ts'
import { paidOrder, publishedOrder } from '#tests/support/order-life.ts'
import { client, freelancer, login, moderator, type Person } from '#tests/support/people.ts'
import { placeRows } from '#tests/support/placing.ts'
import { responseTo } from '#tests/support/sample.ts'

/** What follows from a report that was found right, and from what staff do by themselves. */
let api: Api
let olga: Person
let vera: Person
beforeAll(async () => {
  api = await openApi()
  olga = await moderator(api)
  vera = await login(api)
})
beforeEach(async () => {
  await api.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', vera.id).execute()
  api.ctx.config.MODERATION_UNDO_MS = 0
})

const apply = (task_id: number) =>
  api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, task_id))

type Subject = 'listing' | 'user' | 'response' | 'message' | 'review'

async function reported(subject_type: Subject, subject_id: number, by?: Person) {
  const boris = by ?? (await freelancer(api))
  const body = { subject_type, subject_id, reason: 'scam' } as const
  const { id: report_id } = await boris.call('POST /api/reports', { body })
  const { task_id } = await api.ctx.db
    .selectFrom('reports')
    .select('task_id')
    .where('id', '=', report_id)
    .executeTakeFirstOrThrow()
  return { boris, report_id, params: { id: task_id ?? 0 } }
}

const accepting = (who: Person, params: { id: number }, consequence: Consequence, reason = 'scam') =>
  who.call('POST /api/admin/moderation/:id/accept', { params, body: { consequence, reason } })

async function accept(params: { id: number }, consequence: Consequence, reason?: string) {
  await accepting(olga, params, consequence, reason)
  await apply(params.id)
}

const listing = (id: number) =>
  api.ctx.db
    .selectFrom('listings')
    .select(['status', 'hidden_reason', 'rejection_reason', 'flagged_at', 'published_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const person = ({ id }: Person) =>
  api.ctx.db
    .selectFrom('users')
    .select(['status', 'block_reason', 'photo_url', 'rating', 'rating_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
/** Kinds of what somebody is told, oldest first. */
const told = async ({ id }: Person) => {
  const rows = await api.ctx.db
    .selectFrom('deliveries')
    .select('kind')
    .where('user_id', '=', id)
    .where('kind', 'like', 'moderation%')
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('an accepted report about a listing', () => {
  test('takes it down with the reason; author and reporter are told; the author cannot show it', async () => {
    const { anna, order } = await publishedOrder(api)
    const { boris, params } = await reported('listing', order.id)
    await accepting(olga, params, 'remove')
    expect((await listing(order.id)).status).toBe('published')
    await apply(params.id)
    expect(await listing(order.id)).toMatchObject({
      ...{ status: 'hidden', hidden_reason: 'staff', rejection_reason: 'Похоже на обман' },
      published_hash: null,
    })
    expect(await told(anna)).toEqual(['moderation_consequence'])
    expect(await told(boris)).toEqual(['moderation_report_closed'])
    const show = { project_id: order.id, is_published: true }
    const showing = anna.call('POST /api/projects/edit_project_is_published', { body: show })
    expect(await codeOf(showing)).toBe('wrong_state')
    expect(await codeOf(boris.call('GET /api/projects/:id/full_info', { params: { id: order.id } }))).toBe(
      'not_found',
    )
  })

  test('with a warning stores it in words, and the second of late proposes a block on the card', async () => {
    const author = await client(api)
    for (const count of [1, 2]) {
      const { order } = await publishedOrder(api, {}, author)
      const { params } = await reported('listing', order.id)
      await accept(params, 'warn', 'Просит предоплату за оформление')
      expect(await listing(order.id)).toMatchObject({ status: 'hidden', hidden_reason: 'staff' })
      const task = await olga.call('GET /api/admin/moderation/:id', { params })
      expect(task).toMatchObject({ consequence: 'warn', author_warnings: count, author_status: 'active' })
    }
    const warnings = await api.ctx.db
      .selectFrom('warnings')
      .select(['reason', 'given_by'])
      .where('user_id', '=', author.id)
      .execute()
    expect(warnings).toEqual(Array(2).fill({ reason: 'Просит предоплату за оформление', given_by: olga.id }))
  })

  test('in work warns and flags; the chat stays, and a release does not bring it back', async () => {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const { params } = await reported('listing', order.id, boris)
    const { id: response_id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
    const chosen = { params: { id: order.id }, query: { response_id } }
    await anna.call('POST /api/projects/assign_executor/:id', chosen)
    expect(await codeOf(accepting(olga, params, 'remove'))).toBe('wrong_state')
    await accept(params, 'warn')
    expect(await listing(order.id)).toMatchObject({ status: 'in_progress', flagged_at: expect.any(String) })
    const room = await api.ctx.db
      .selectFrom('chat_rooms')
      .select(['id', 'is_read_only'])
      .where('listing_id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(room.is_read_only).toBe(false)
    await anna.call('POST /api/projects/unassign_executor/:id', { params: { id: order.id } })
    expect(await listing(order.id)).toMatchObject({ status: 'hidden', hidden_reason: 'staff' })
  })

  test('that its author closed meanwhile does not come back by reopening', async () => {
    const { anna, order } = await publishedOrder(api)
    const { params } = await reported('listing', order.id)
    await accepting(olga, params, 'remove')
    await anna.call('POST /api/projects/close/:id', { params: { id: order.id } })
    await apply(params.id)
    expect(await listing(order.id)).toMatchObject({ status: 'archived', published_hash: null })
    const reopen = anna.call('POST /api/projects/reopen/:id', { params: { id: order.id } })
    expect(await codeOf(reopen)).toBe('rejected')
  })

  test('is decided once by two moderators, and taken back by the one who decided', async () => {
    const { anna, order } = await publishedOrder(api)
    api.ctx.config.MODERATION_UNDO_MS = 60_000
    const { params } = await reported('listing', order.id)
    const codes = await Promise.all([
      codeOf(accepting(olga, params, 'remove')),
      codeOf(accepting(vera, params, 'block')),
    ])
    expect(codes.sort()).toEqual(['accepted', 'already_decided'])
    const task = await olga.call('GET /api/admin/moderation/:id', { params })
    const winner = task.decided_by === olga.id ? olga : vera
    const undone = await winner.call('POST /api/admin/moderation/:id/undo', { params })
    expect(undone).toMatchObject({ state: 'claimed', consequence: null, report: { state: 'open' } })
    await apply(params.id)
    expect(await listing(order.id)).toMatchObject({ status: 'published' })
    expect(await told(anna)).toEqual([])
  })
})

describe('an accepted report', () => {
  test('about a response removes it', async () => {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const { id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
    const { params } = await reported('response', id, anna)
    await accept(params, 'remove')
    const row = await api.ctx.db
      .selectFrom('responses')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('withdrawn')
    expect(await told(boris)).toEqual(['moderation_consequence'])
  })

  test('about a message empties it and warns', async () => {
    const [anna, boris] = [await client(api), await freelancer(api)]
    const body = { user1_id: boris.id, user2_id: anna.id, other_chat: true }
    const room = await boris.call('POST /chat/create_room', { body })
    const message = await boris.call('POST /chat/send_msg', {
      body: { room_id: room.id, content: 'Переведите мне задаток' },
    })
    const { params } = await reported('message', message.id, anna)
    await accept(params, 'warn')
    const row = await api.ctx.db
      .selectFrom('chat_messages')
      .select(['content', 'deleted_at'])
      .where('id', '=', message.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ content: null, deleted_at: expect.any(String) })
    expect(await told(boris)).toEqual(['moderation_consequence'])
    expect(await codeOf(accepting(olga, params, 'remove'))).toBe('already_decided')
  })

  test('about a review removes it for good, and the rating no longer knows it', async () => {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const now = api.ctx.now().toISOString()
    const { id } = await api.ctx.db
      .insertInto('reviews')
      .values({
        listing_id: order.id,
        author_id: boris.id,
        subject_id: anna.id,
        rating: 1,
        published_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await api.ctx.db
      .updateTable('users')
      .set({ rating: '1', rating_count: 1 })
      .where('id', '=', anna.id)
      .execute()
    const { params } = await reported('review', id, anna)
    await accept(params, 'remove')
    expect(await person(anna)).toMatchObject({ rating: null, rating_count: 0 })
    const page = await boris.call('GET /api/users/:id/reviews', { params: { id: anna.id } })
    expect(page.items).toEqual([])
  })

  test('about a person takes the pictures away, and Telegram’s old one does not come back', async () => {
    const photo_url = 'https://t.me/i/userpic/320/bad.svg'
    const boris = await login(api)
    const again = () => login(api, { ...boris.account, photo_url })
    await again()
    expect(await person(boris)).toMatchObject({ photo_url })
    const { params } = await reported('user', boris.id)
    await accept(params, 'remove')
    expect(await person(boris)).toMatchObject({ photo_url: null, status: 'active' })
    await again()
    expect(await person(boris)).toMatchObject({ photo_url: null })
    await login(api, { ...boris.account, photo_url: 'https://t.me/i/userpic/320/good.svg' })
    expect((await person(boris)).photo_url).toContain('good')
  })
})

describe('a block from a card', () => {
  test('ends what is open by the same act, and an undo in time leaves everything as it was', async () => {
    const { anna, order: shown } = await publishedOrder(api)
    api.ctx.config.MODERATION_UNDO_MS = 60_000
    const { order: waiting } = await paidOrder(api, {}, anna)
    const { order: other } = await paidOrder(api, {}, anna)
    const params = { id: await reviewOf(waiting.id) }
    const seen = await olga.call('GET /api/admin/moderation/:id', { params })
    expect(seen.author_open).toEqual([
      { id: shown.id, kind: 'order', title: shown.title, status: 'published' },
      { id: waiting.id, kind: 'order', title: waiting.title, status: 'moderation' },
      { id: other.id, kind: 'order', title: other.title, status: 'moderation' },
    ])
    const block = () =>
      olga.call('POST /api/admin/moderation/:id/block', { params, body: { reason: 'scam' } })
    await block()
    expect(await codeOf(approveRead(vera, { params }))).toBe('already_decided')
    await olga.call('POST /api/admin/moderation/:id/undo', { params })
    await apply(params.id)
    expect((await person(anna)).status).toBe('active')
    const states = async () =>
      Promise.all([shown, waiting, other].map(async ({ id }) => (await listing(id)).status))
    expect(await states()).toEqual(['published', 'moderation', 'moderation'])

    await block()
    api.ctx.now = () => new Date(Date.now() + 61_000)
    await apply(params.id)
    api.ctx.now = () => new Date()
    expect(await person(anna)).toMatchObject({ status: 'blocked', block_reason: 'Похоже на обман' })
    expect(await states()).toEqual(['hidden', 'rejected', 'rejected'])
    expect(await codeOf(approveRead(vera, { params: { id: await reviewOf(other.id) } }))).toBe(
      'already_decided',
    )
  })

  test('goes on when the author takes the listing away before it takes effect', async () => {
    const { anna, order } = await paidOrder(api)
    const params = { id: await reviewOf(order.id) }
    await olga.call('POST /api/admin/moderation/:id/block', { params, body: { reason: 'scam' } })
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    await apply(params.id)
    expect((await person(anna)).status).toBe('blocked')
  })
})

const reviewOf = async (listing_id: number) => {
  const task = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', listing_id)
    .where('subject', '=', 'listing')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return task.id
}

describe('staff without a report', () => {
  test('take a listing down, once, and may take it back', async () => {
    const { anna, order } = await publishedOrder(api)
    api.ctx.config.MODERATION_UNDO_MS = 60_000
    const down = (who: Person) =>
      who.call('POST /api/admin/listings/:id/take_down', {
        params: { id: order.id },
        body: { consequence: 'remove', reason: 'forbidden' },
      })
    expect(await codeOf(down(anna))).toBe('not_found')
    const { task_id } = await down(olga)
    expect(await codeOf(down(vera))).toBe('already_decided')
    await olga.call('POST /api/admin/moderation/:id/undo', { params: { id: task_id } })
    await apply(task_id)
    expect((await listing(order.id)).status).toBe('published')
    api.ctx.config.MODERATION_UNDO_MS = 0
    const again = await down(vera)
    await apply(again.task_id)
    expect(await listing(order.id)).toMatchObject({
      ...{ status: 'hidden', hidden_reason: 'staff', rejection_reason: 'Запрещённая тематика' },
    })
    expect(await told(anna)).toEqual(['moderation_consequence'])
    expect(await codeOf(down(olga))).toBe('wrong_state')
  })

  test('warn a person, who is told; nobody warns themselves', async () => {
    const boris = await login(api)
    const warn = (who: Person, id: number) =>
      who.call('POST /api/admin/users/:id/warn', { params: { id }, body: { reason: 'spam' } })
    expect(await warn(vera, boris.id)).toEqual({ warnings: 1 })
    expect(await told(boris)).toEqual(['moderation_warning'])
    expect(await codeOf(warn(vera, vera.id))).toBe('own_case')
  })
})

describe('an appeal against a takedown', () => {
  async function takenDown() {
    const { anna, order } = await publishedOrder(api)
    const { params } = await reported('listing', order.id)
    await accept(params, 'remove')
    const own = { params: { listing_id: order.id } }
    const appeal = (text: string) =>
      anna.call('POST /api/moderation/:listing_id/appeal', { ...own, body: { text } })
    return { anna, order, own, appeal }
  }
  const words = 'Мы не просим предоплату, посмотрите текст'

  test('needs 20 characters, and a shorter one is not used up', async () => {
    const { appeal, anna, own } = await takenDown()
    expect(await codeOf(appeal('верните'))).toBe('invalid_input')
    expect(await anna.call('GET /api/moderation/:listing_id', own)).toMatchObject({ may_appeal: true })
    expect(await appeal(words)).toMatchObject({ may_appeal: false })
    expect(await codeOf(appeal(words))).toBe('already_appealed')
  })

  test('is looked at by another moderator, who reads the first decision, and brings it back', async () => {
    const { appeal, anna, order } = await takenDown()
    await appeal(words)
    expect((await listing(order.id)).status).toBe('hidden')
    const params = { id: await reviewOf(order.id) }
    const task = await vera.call('GET /api/admin/moderation/:id', { params })
    expect(task).toMatchObject({
      appeal: words,
      first: { state: 'approved', reason: 'scam', decider_name: 'Ольга', has_other: true },
    })
    expect(await codeOf(approveRead(olga, { params }))).toBe('own_rejection')
    await approveRead(vera, { params })
    await apply(params.id)
    expect(await listing(order.id)).toMatchObject({ status: 'published', hidden_reason: null })
    expect((await listing(order.id)).published_hash).not.toBeNull()
    expect(await told(anna)).toEqual(['moderation_consequence', 'moderation_appeal_decided'])
  })

  test('is decided by the same person where there is nobody else, which the card says', async () => {
    const { appeal, order } = await takenDown()
    await appeal(words)
    const params = { id: await reviewOf(order.id) }
    await api.ctx.db.updateTable('users').set({ role: 'user' }).where('id', '<>', olga.id).execute()
    const first = async () => (await olga.call('GET /api/admin/moderation/:id', { params })).first
    const reject = () =>
      olga.call('POST /api/admin/moderation/:id/reject', { params, body: { reason: 'scam' } })
    const { config } = api.ctx
    const { ADMIN_TELEGRAM_IDS } = config
    // Whom the configuration names counts as well, before the app gave them the role.
    config.ADMIN_TELEGRAM_IDS = [vera.account.id]
    expect(await first()).toMatchObject({ has_other: true })
    expect(await codeOf(reject())).toBe('own_rejection')
    config.ADMIN_TELEGRAM_IDS = ADMIN_TELEGRAM_IDS
    expect(await first()).toMatchObject({ has_other: false })
    const refused = await reject()
    expect(refused).toMatchObject({ decided_alone: true })
    await apply(params.id)
    expect(await listing(order.id)).toMatchObject({ status: 'hidden', hidden_reason: 'staff' })
  })

  async function appealed() {
    const { appeal, anna, order } = await takenDown()
    await appeal(words)
    return { anna, order, params: { id: await reviewOf(order.id) } }
  }
  const task = ({ id }: { id: number }) =>
    api.ctx.db
      .selectFrom('moderation_tasks')
      .select(['state', 'reason', 'effective_at', 'applied_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const redrawn = async ({ id: task_id }: { id: number }) => {
    const events = await api.ctx.db
      .selectFrom('events')
      .select('payload')
      .where('topic', '=', 'moderation.changed')
      .execute()
    return events.filter(({ payload }) => isDeepStrictEqual(payload, { task_id })).length
  }
  const ended = { state: 'returned', effective_at: null, applied_at: expect.any(String) }

  test('ends with the placement, undecided or not yet effective: its author reads so, its card too', async () => {
    const open = await appealed()
    const decided = await appealed()
    api.ctx.config.MODERATION_UNDO_MS = 60_000
    await approveRead(vera, { params: decided.params })
    for (const { anna, order, params } of [open, decided]) {
      const before = await redrawn(params)
      await placeRows(api.owner, 'listings', { id: order.id }, { expires_at: '2026-01-01T00:00:00Z' })
      await expireListings(api.ctx, 10)
      await apply(params.id)
      expect(await listing(order.id)).toMatchObject({ status: 'expired', published_hash: null })
      expect(await task(params)).toEqual({ ...ended, reason: 'expired' })
      expect(await redrawn(params)).toBe(before + 1)
      expect(await told(anna)).toEqual(['moderation_consequence', 'moderation_appeal_decided'])
      expect(await codeOf(approveRead(vera, { params }))).toBe('already_decided')
      const rejection = { params, body: { reason: 'scam' } }
      expect(await codeOf(vera.call('POST /api/admin/moderation/:id/reject', rejection))).toBe(
        'already_decided',
      )
    }
    const said = async (language: Language) => {
      const reader = { chat_id: 1, language, is_private: true }
      const news = moderationMessages.moderation_appeal_decided
      return (await news.compose(api.ctx, { task_id: open.params.id }, reader))?.text
    }
    expect(await said('ru')).toContain('Обжалование закрыто без решения:</b> размещение заказа')
    expect(await said('en')).toContain('Your appeal closed without a decision:</b> the placement of order')
  })

  test('ends with the listing that its author deletes', async () => {
    const { anna, order, params } = await appealed()
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    expect(await task(params)).toEqual({ ...ended, reason: 'withdrawn' })
    expect(await codeOf(approveRead(vera, { params }))).toBe('already_decided')
  })
})
