import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { otherMentions, personalData } from '#services/users/personal-data.ts'
import { type Api, openApi } from '#tests/support/api.ts'
import { caller, codeOf } from '#tests/support/call.ts'
import { draftOrder, paidOrder, publishedOrder } from '#tests/support/order-life.ts'
import { client, freelancer, login, moderator, newAccount, type Person } from '#tests/support/people.ts'
import { responseTo } from '#tests/support/sample.ts'
import { assignedOrder, finishedOrder } from './running-work.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const remove = (caller: Person, person: Person, query = {}) =>
  caller.call('DELETE /api/users/delete/:id', { params: { id: person.id }, query })
const rowOf = ({ id }: Person) =>
  api.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statusOf = async (id: number) =>
  await api.ctx.db
    .selectFrom('listings')
    .select(['status', 'hidden_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('every column that names a person is in the catalogue of personal data', async () => {
  const { rows } = await sql<{ place: string }>`
    select c.conrelid::regclass || '.' || a.attname as place
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(api.ctx.db)
  const known = [
    ...Object.keys(otherMentions),
    ...personalData.map(({ table, where }) => `${table}.${where.split(' ')[0]}`),
  ]
  expect(rows.length).toBeGreaterThan(25)
  expect(rows.map(({ place }) => place).filter((place) => !known.includes(place))).toEqual([])
})

describe('an export', () => {
  test('holds what is the person’s and nothing of others', async () => {
    const { anna, boris, order } = await assignedOrder(api)
    const { tables } = await boris.call('GET /api/users/export')
    expect(tables).toMatchObject({
      users: [{ id: boris.id, telegram_id: boris.account.id, full_name: boris.user.full_name }],
      responses: [{ listing_id: order.id, response_text: expect.stringContaining('работы') }],
      user_phones: [{ confirmed_at: expect.any(String) }],
      listings: [],
    })
    const text = JSON.stringify(tables)
    expect(text).not.toContain(String(anna.account.username))
    expect(text).not.toMatch(/phone_enc|phone_hmac|launch_hash|storage_key/)
  })
})

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
    expect(await codeOf(remove(anna, anna))).toBe('accepted')
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
    api.ahead(1000)
    expect((await login(api, anna.account)).id).not.toBe(anna.id)
  })

  test('ends the session at once, and an app left open makes nobody anew', async () => {
    const anna = await client(api)
    await remove(anna, anna)
    await expect.poll(() => codeOf(anna.call('GET /api/blocks'))).toBe('session_expired')
    const guest = caller(api.server, { authorization: `tma ${anna.launch}` })
    expect(await codeOf(guest('POST /auth/login', { body: {} }))).toBe('session_expired')
    expect(await codeOf(guest('POST /api/users/create', { body: {} }))).toBe('session_expired')
    const people = api.ctx.db.selectFrom('users').select('id').where('telegram_id', '=', anna.account.id)
    expect(await people.execute()).toEqual([])
  })

  test('shows a nameless author where others still need the work', async () => {
    const { anna, boris, params } = await finishedOrder(api)
    await remove(anna, anna)
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
    await remove(boris, boris)
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
      expect(await codeOf(remove(person, person, { force: true }))).toBe('executor_working')
      expect(await codeOf(remove(admin, person))).toBe('executor_working')
    }
    expect(await codeOf(remove(admin, boris, { force: true }))).toBe('accepted')
    expect((await statusOf(order.id)).status).toBe('published')
    expect((await rowOf(boris)).status).toBe('deleted')
  })

  test('is for oneself and admins only', async () => {
    const [anna, boris] = [await client(api), await freelancer(api)]
    expect(await codeOf(remove(boris, anna))).toBe('not_owner')
    expect(await codeOf(remove(boris, { ...anna, id: 999_999 }))).toBe('not_owner')
    expect((await rowOf(anna)).status).toBe('active')
    const admin = await moderator(api)
    expect(await codeOf(remove(admin, { ...anna, id: 999_999 }))).toBe('not_found')
    expect(await codeOf(remove(admin, anna))).toBe('accepted')
    expect(await codeOf(remove(admin, anna))).toBe('not_found')
  })
})

describe('the status of a person', () => {
  const set = (admin: Person, { id }: { id: number }, more = {}) =>
    admin.call('POST /api/users/change_system_status', { query: { user_id: id, ...more } })

  test('blocked: out at once, hidden, told why; let in again, exactly what was hidden is back', async () => {
    const admin = await moderator(api)
    const { anna, order } = await publishedOrder(api)
    const { order: own } = await publishedOrder(api, {}, anna)
    await anna.call('POST /api/projects/edit_project_is_published', {
      body: { project_id: own.id, is_published: false } as never,
    })
    expect(await set(admin, anna, { reason: 'Обман заказчиков' })).toMatchObject({ status: 'blocked' })
    expect(await statusOf(order.id)).toEqual({ status: 'hidden', hidden_reason: 'author_blocked' })
    expect(await statusOf(own.id)).toEqual({ status: 'hidden', hidden_reason: 'owner' })
    await expect.poll(() => codeOf(anna.call('GET /api/blocks'))).toBe('blocked')
    expect(await codeOf(login(api, anna.account))).toBe('blocked')
    const told = await api.ctx.db
      .selectFrom('deliveries')
      .select('kind')
      .where('user_id', '=', anna.id)
      .execute()
    expect(told.map(({ kind }) => kind)).toContain('account_blocked')
    const stranger = await client(api)
    const seen = stranger.call('GET /api/users/full_user_info', { query: { user_id: anna.id } })
    expect(await codeOf(seen)).toBe('not_found')

    expect(await set(admin, anna)).toMatchObject({ status: 'active' })
    expect(await statusOf(order.id)).toEqual({ status: 'published', hidden_reason: null })
    expect(await statusOf(own.id)).toEqual({ status: 'hidden', hidden_reason: 'owner' })
    const trace = await api.ctx.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_type', '=', 'user')
      .where('subject_id', '=', anna.id)
      .execute()
    expect(trace).toEqual([
      { action: 'user.block', actor_id: admin.id },
      { action: 'user.unblock', actor_id: admin.id },
    ])
  })

  test('is changed by nobody but admins, who cannot shut themselves out', async () => {
    const [anna, boris] = [await client(api), await freelancer(api)]
    expect(await codeOf(set(boris, anna))).toBe('forbidden')
    expect(await codeOf(set(boris, boris))).toBe('forbidden')
    const wrong = boris.call('POST /api/users/change_system_status', { query: { user_id: 'x' as never } })
    expect(await codeOf(wrong)).toBe('forbidden')
    const admin = await login(api, newAccount({ id: api.ctx.config.ADMIN_TELEGRAM_IDS[0] ?? 0 }))
    expect(await codeOf(set(admin, admin))).toBe('forbidden')
    expect(await codeOf(set(admin, { id: 999_999 }))).toBe('not_found')
    expect((await rowOf(anna)).status).toBe('active')
  })
})
