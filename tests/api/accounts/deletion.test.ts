import { beforeAll, describe, expect, test } from 'vitest'
import { assignedOrder, finishedOrder } from '#tests/api/deals/running-work.ts'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { fetchFile, send } from '#tests/api/files/uploads-sending.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf, createCaller } from '#tests/support/api/call.ts'
import { draftOrder, paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { type Confirmations, openConfirmations } from '#tests/support/people/admin-press.ts'
import { client, freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
let bot: Confirmations
beforeAll(async () => {
  api = await openApi()
  bot = await openConfirmations(api)
})

const deleteAccount = (actor: Person, person: Person, query = {}) =>
  actor.call('DELETE /api/users/delete/:id', { params: { id: person.id }, query })
/** An admin deletes a person's account and confirms this in the bot. */
const removeBy = (admin: Person, person: Person, query = {}) =>
  bot.confirmInBot(admin, async () => {
    const { ok, confirmation } = await deleteAccount(admin, person, query)
    if (ok || !confirmation) throw new Error('an admin deletes without a press')
    return confirmation
  })
const rowOf = ({ id }: Person) =>
  api.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statusOf = async (id: number) =>
  await api.ctx.db
    .selectFrom('listings')
    .select(['status', 'hidden_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('deleting a profile', () => {
  test('leaves no trace of who it was, keeps payments, and frees the Telegram account', async () => {
    const { anna, order, invoice } = await publishedOrder(api)
    const { order: draft } = await draftOrder(api, {}, anna)
    const params = { id: anna.id }
    await anna.call('POST /api/users/edit_user_city', { query: { city: 'Тайный' } })
    await anna.call('POST /api/users/add_user_skill', { body: { skill_name: 'Тайна' } })
    await anna.call('POST /api/users/edit_user_resume_url/:id', {
      params,
      body: { user_resume_url: 'https://canary.example' },
    })
    expect(await codeOf(deleteAccount(anna, anna))).toBe('accepted')
    const row = await rowOf(anna)
    expect(row).toMatchObject({ status: 'deleted', telegram_id: null, username: null, city: null })
    expect(JSON.stringify(row)).not.toMatch(
      new RegExp(`canary|Тайный|${anna.account.id}|${anna.account.username}`),
    )
    for (const table of ['user_skills', 'user_phones', 'saved_searches'] as const)
      expect(
        await api.ctx.db.selectFrom(table).select('user_id').where('user_id', '=', anna.id).execute(),
      ).toEqual([])
    expect([(await statusOf(order.id)).status, (await statusOf(draft.id)).status]).toEqual([
      'deleted',
      'deleted',
    ])
    const payment = await api.ctx.db
      .selectFrom('payments')
      .select(['payer_id', 'state', 'amount'])
      .where('id', '=', invoice.invoice_id)
      .executeTakeFirstOrThrow()
    expect(payment).toEqual({ payer_id: anna.id, state: 'paid', amount: Math.round(invoice.amount * 100) })
    api.advanceClock(1000)
    expect((await login(api, anna.account)).id).not.toBe(anna.id)
  })

  test('ends the session at once, and an app left open makes nobody anew', async () => {
    const anna = await client(api)
    await deleteAccount(anna, anna)
    await expect.poll(() => codeOf(anna.call('GET /api/blocks'))).toBe('session_expired')
    const launchCaller = createCaller(api.server, { authorization: `tma ${anna.launch}` })
    expect(await codeOf(launchCaller('POST /auth/login', { body: {} }))).toBe('session_expired')
    expect(await codeOf(launchCaller('POST /api/users/create', { body: {} }))).toBe('session_expired')
    const people = api.ctx.db.selectFrom('users').select('id').where('telegram_id', '=', anna.account.id)
    expect(await people.execute()).toEqual([])
  })

  test('shows a nameless author where others still need the work', async () => {
    const { anna, boris, params } = await finishedOrder(api)
    await deleteAccount(anna, anna)
    expect(await codeOf(boris.call('GET /api/users/full_user_info', { query: { user_id: anna.id } }))).toBe(
      'not_found',
    )
    const { author } = await boris.call('GET /api/projects/:id/full_info', { params })
    expect(author).toMatchObject({ full_name: 'Удалённый профиль', telegram_link: null, photo_url: null })
  })

  test('withdraws answers that wait, and gives money for what was never published back', async () => {
    const { order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const { id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
    const { order: waiting, invoice } = await paidOrder(api, {}, boris)
    await deleteAccount(boris, boris)
    const response = await api.ctx.db
      .selectFrom('responses')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(response.status).toBe('withdrawn')
    const { responses_count } = await api.ctx.db
      .selectFrom('listings')
      .select('responses_count')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(responses_count).toBe(0)
    expect((await statusOf(waiting.id)).status).toBe('refunded')
    const payment = await api.ctx.db
      .selectFrom('payments')
      .select('state')
      .where('id', '=', invoice.invoice_id)
      .executeTakeFirstOrThrow()
    expect(payment.state).toBe('refund_pending')
  })

  test('waits while an assignment runs, on both sides; an admin may end it', async () => {
    const { anna, boris, order } = await assignedOrder(api)
    const admin = await moderator(api)
    for (const person of [anna, boris]) {
      expect(await codeOf(deleteAccount(person, person, { force: true }))).toBe('executor_working')
      expect(await codeOf(deleteAccount(admin, person))).toBe('executor_working')
    }
    expect((await removeBy(admin, boris, { force: true })).state).toBe('done')
    expect((await statusOf(order.id)).status).toBe('published')
    expect((await rowOf(boris)).status).toBe('deleted')
  })

  test('of an executor, by an admin, shows no order of an author who is blocked', async () => {
    const { anna, boris, order } = await assignedOrder(api)
    const admin = await moderator(api)
    const toggleBlock = () =>
      admin.call('POST /api/users/change_system_status', { query: { user_id: anna.id } })
    await toggleBlock()
    expect((await removeBy(admin, boris, { force: true })).state).toBe('done')
    expect(await statusOf(order.id)).toEqual({ status: 'hidden', hidden_reason: 'author_blocked' })
    await toggleBlock()
    expect(await statusOf(order.id)).toEqual({ status: 'published', hidden_reason: null })
  })

  test('leaves the handed-over work with the client; own files and the day of the last visit go', async () => {
    const { anna, boris, order, params } = await assignedOrder(api)
    const sample = { name: 'Работа.pdf', bytes: pdf }
    const [handedIn, ownFile] = [await send(api, boris, sample), await send(api, boris, sample)]
    const body = { text: 'Готово.', file_ids: [handedIn.file.id] }
    await boris.call('POST /api/projects/hand_in/:id', { params, body })
    await anna.call('POST /api/projects/complete/:id', { params })
    const lastVisit = { seen_on: '2026-11-20', is_seen_shown: true }
    await api.ctx.db.updateTable('users').set(lastVisit).where('id', '=', boris.id).execute()
    await deleteAccount(boris, boris)
    expect(await rowOf(boris)).toMatchObject({ seen_on: null, last_seen_at: null })
    const { deal } = await anna.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
    const [handInStep] = deal?.steps ?? []
    expect(await fetchFile(api, handInStep?.files[0]?.file_url ?? '')).toMatchObject({ status: 200 })
    const files = api.ctx.db.selectFrom('files').select('id').where('owner_id', '=', boris.id)
    const deletedFiles = await files.where('deleted_at', 'is not', null).execute()
    expect(deletedFiles).toEqual([{ id: ownFile.file.id }])
    const keptFiles = await files.where('deleted_at', 'is', null).execute()
    expect(keptFiles).toEqual([{ id: handedIn.file.id }])
  })

  test('is for oneself and admins only', async () => {
    const [anna, boris] = [await client(api), await freelancer(api)]
    expect(await codeOf(deleteAccount(boris, anna))).toBe('not_owner')
    expect(await codeOf(deleteAccount(boris, { ...anna, id: 999_999 }))).toBe('not_owner')
    expect((await rowOf(anna)).status).toBe('active')
    const admin = await moderator(api)
    expect(await codeOf(deleteAccount(admin, { ...anna, id: 999_999 }))).toBe('not_found')
    await bot.start(admin)
    expect(await deleteAccount(admin, anna)).toMatchObject({ ok: false, confirmation: { state: 'pending' } })
    expect((await rowOf(anna)).status).toBe('active')
    expect((await removeBy(admin, anna)).state).toBe('done')
    expect((await rowOf(anna)).status).toBe('deleted')
    expect(await codeOf(deleteAccount(admin, anna))).toBe('not_found')
  })
})
