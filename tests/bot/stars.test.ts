import { run } from '@grammyjs/runner'
import { Api as BotApi } from 'grammy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBot } from '#services/bot/bot.ts'
import { updateKinds } from '#services/bot/updates.ts'
import { freePort } from '#stand-ins/infra/processes.ts'
import { startTelegram } from '#stand-ins/telegram/server.ts'
import { type Api, openApi } from '#tests/support/api.ts'
import { codeOf } from '#tests/support/call.ts'
import { type ControlApi, controlApi } from '#tests/support/control-api.ts'
import { decide, draftOrder, publishedOrder } from '#tests/support/order-life.ts'
import { freelancer, moderator, type Person } from '#tests/support/people.ts'
import { place } from '#tests/support/placing.ts'
import { responseTo } from '#tests/support/sample.ts'
import { elsewhere, eventually } from '#tests/workers/stage.ts'
import { takeSteps } from '#workers/refunds.ts'
import { readBook, readOn } from '#workers/star-ledger.ts'

const token = '7654321098:a-token-of-a-test-for-stars'
/** 2 500 roubles at 130 kopecks a Star, rounded up. */
const price = 1924

let api: Api
let telegram: ControlApi
beforeAll(async () => {
  const desk = await startTelegram({ bot_token: token, bot_username: 'otklik_demo_bot' })
  telegram = controlApi(`${desk.origin}/__desk/api`)
  api = await openApi({ BOT_TOKEN: token, BOT_API_ROOT: desk.origin, PAYMENTS_POLICY: 'store-safe' })
  // The bot's Redis is not there at all.
  const bot = createBot(elsewhere(api.ctx, { REDIS_URL: `redis://127.0.0.1:${await freePort()}` }))
  await bot.init()
  const runner = run(bot, { runner: { fetch: { allowed_updates: updateKinds, timeout: 5 } } })
  afterAll(async () => {
    await runner.stop()
    await desk.close()
  })
})

type Outcome = { status: string; reason?: string }

/** The person of the API has Telegram and Stars in it. */
async function known(person: Person, stars = 10_000) {
  const { id, first_name } = person.account
  await telegram.post('/users', { id, first_name, language_code: 'ru' })
  await telegram.patch(`/users/${id}`, { stars, started: true })
}

const wish = (project_id: number, platform = 'ios') => ({
  body: { project_id, payment_type: 'project' as const, platform },
})

async function invoiced() {
  const { anna, order } = await draftOrder(api)
  await known(anna)
  const invoice = await anna.call('POST /pay/generate-payment-robokassa', wish(order.id))
  return { anna, order, invoice, slug: new URL(invoice.payment_url).pathname.slice(2) }
}

const pay = ({ account }: Person, slug: string) =>
  telegram.post<Outcome>(`/users/${account.id}/pay`, { slug })

const paymentsOf = (listing_id: number) =>
  api.ctx.db
    .selectFrom('payments')
    .select(['state', 'amount', 'currency', 'rail'])
    .where('listing_id', '=', listing_id)
    .orderBy('id')
    .execute()

const statusOf = async (id: number) =>
  (await api.ctx.db.selectFrom('listings').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status

const starsOf = async ({ account }: Person) => {
  const users = await telegram.get<{ id: number; stars: number }[]>('/users')
  return users.find(({ id }) => id === account.id)?.stars
}

/** Somebody with the bot's token gives Stars back without us. */
async function telegramRefund({ account }: Person, charge: string): Promise<void> {
  await new BotApi(token, { apiRoot: api.ctx.config.BOT_API_ROOT }).refundStarPayment(account.id, charge)
}

async function giveBackPastUs(person: Person, payment_id: number): Promise<void> {
  const { op_key } = await api.ctx.db
    .selectFrom('payments')
    .select('op_key')
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  await telegramRefund(person, op_key ?? '')
}

const casesOf = (payment_id: number) =>
  api.ctx.db
    .selectFrom('payment_cases')
    .select(['kind', 'state'])
    .where('payment_id', '=', payment_id)
    .execute()

const violations = () => api.ctx.db.selectFrom('payment_invariant_violations').selectAll().execute()

describe('the policy', () => {
  test('asks apps from a store for Stars, and everybody else for a card', async () => {
    const { anna, order, invoice } = await invoiced()
    expect(invoice).toMatchObject({ amount: price, currency: 'XTR', state: 'created' })
    expect(invoice.payment_url).toMatch(/^https:\/\/t\.me\/\$/)
    const again = await anna.call('POST /pay/generate-payment-robokassa', wish(order.id))
    expect(again.payment_url).toBe(invoice.payment_url)
    const card = await anna.call('POST /pay/generate-payment-robokassa', wish(order.id, 'tdesktop'))
    expect(card.currency).toBe('RUB')
    expect((await paymentsOf(order.id)).map(({ state }) => state)).toEqual(['expired', 'created'])
  })

  test('offers no Stars while Telegram gives no link, and goes on when it does', async () => {
    const { anna, order } = await draftOrder(api)
    await known(anna)
    const ask = () => anna.call('POST /pay/generate-payment-robokassa', wish(order.id))
    await telegram.post('/faults', { method: 'createInvoiceLink', error_code: 500 })
    expect(await codeOf(ask())).toBe('unavailable')
    expect((await ask()).payment_url).toContain('t.me')
    expect(await paymentsOf(order.id)).toHaveLength(1)
  })
})

describe('Stars', () => {
  test('pay for a publication, with Redis away', async () => {
    const { anna, order, slug } = await invoiced()
    expect(await pay(anna, slug)).toEqual({ status: 'paid' })
    await eventually(async () => (await statusOf(order.id)) === 'moderation')
    expect(await paymentsOf(order.id)).toEqual([
      { state: 'paid', amount: price, currency: 'XTR', rail: 'stars' },
    ])
    expect(await violations()).toEqual([])
  })

  test('pay for a boost', async () => {
    const { order } = await publishedOrder(api)
    const boris = await freelancer(api)
    await known(boris)
    const wanted = responseTo(order.id, { response_type: 20, platform: 'android' })
    const sent = await boris.call('POST /api/projects/add_resp', wanted)
    await pay(boris, new URL(sent.payment_url ?? '').pathname.slice(2))
    const response = () => boris.call('GET /api/responses/:id', { params: { id: sent.id } })
    await eventually(async () => (await response()).response_type === 20)
  })

  test('are not taken for what is over, paid, or somebody else’s', async () => {
    const { anna, order, slug } = await invoiced()
    const { anna: stranger } = await invoiced()
    expect((await pay(stranger, slug)).reason).toContain('другому человеку')
    expect((await pay(anna, slug)).status).toBe('paid')
    await eventually(async () => (await statusOf(order.id)) === 'moderation')
    expect((await pay(anna, slug)).reason).toContain('больше не действует')
    const late = await invoiced()
    await place(api.ctx.db, 'payments', { id: late.invoice.invoice_id }, { state: 'expired' })
    expect((await pay(late.anna, late.slug)).reason).toContain('больше не действует')
  })

  test('paid twice at once are taken once: the others go back', async () => {
    const { anna, order, slug } = await invoiced()
    const outcomes = await Promise.all([pay(anna, slug), pay(anna, slug)])
    const taken = outcomes.filter(({ status }) => status === 'paid').length
    await eventually(async () => {
      const known = await paymentsOf(order.id)
      return known.length === taken && known.every(({ state }) => state !== 'created')
    })
    await takeSteps(api.ctx)
    expect(await starsOf(anna)).toBe(10_000 - price)
    expect((await paymentsOf(order.id)).filter(({ state }) => state === 'paid')).toHaveLength(1)
    expect(await violations()).toEqual([])
  })

  test('told twice count once', async () => {
    const { anna, order, slug } = await invoiced()
    await pay(anna, slug)
    await eventually(async () => (await statusOf(order.id)) === 'moderation')
    await readBook(api.ctx, 0)
    await readBook(api.ctx, 0)
    expect(await paymentsOf(order.id)).toHaveLength(1)
    expect(await violations()).toEqual([])
  })

  test('whose message was lost are found in Telegram’s own book', async () => {
    const { anna, order, slug } = await invoiced()
    await pay(anna, slug)
    await eventually(async () => (await statusOf(order.id)) === 'moderation')
    const { id } = anna.account
    const { db } = api.ctx
    // As it was before the message came.
    const unpaid = { state: 'created', paid_at: null, op_key: null } as const
    await place(db, 'payments', { listing_id: order.id }, unpaid)
    await db.deleteFrom('moderation_tasks').where('listing_id', '=', order.id).execute()
    await place(db, 'listings', { id: order.id }, { status: 'awaiting_payment' })
    await readBook(api.ctx, 0)
    expect(await statusOf(order.id)).toBe('moderation')
    expect(await starsOf({ ...anna, account: { ...anna.account, id } })).toBe(10_000 - price)
  })

  test('go back when the order was never published, and the person is told', async () => {
    const { anna, order, slug, invoice } = await invoiced()
    await pay(anna, slug)
    await eventually(async () => (await statusOf(order.id)) === 'moderation')
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    await takeSteps(api.ctx)
    expect(await starsOf(anna)).toBe(10_000)
    const admin = await moderator(api)
    const { items } = await admin.call('GET /api/admin/payments', { query: { payer_id: anna.id } })
    expect(items).toMatchObject([
      { id: invoice.invoice_id, state: 'refunded', currency: 'XTR', amount: price },
    ])
    await takeSteps(api.ctx)
    expect(await starsOf(anna)).toBe(10_000)
  })

  test('go back to somebody who has deleted the account: Telegram’s book knows the payer', async () => {
    const { anna, order, slug, invoice } = await invoiced()
    await pay(anna, slug)
    await eventually(async () => (await statusOf(order.id)) === 'moderation')
    await anna.call('DELETE /api/users/delete/:id', { params: { id: anna.id } })
    const { telegram_id } = await api.ctx.db
      .selectFrom('users')
      .select('telegram_id')
      .where('id', '=', anna.id)
      .executeTakeFirstOrThrow()
    expect(telegram_id).toBeNull()
    await takeSteps(api.ctx)
    expect(await starsOf(anna)).toBe(10_000)
    expect(await paymentsOf(order.id)).toMatchObject([{ state: 'refunded' }])
    const cases = api.ctx.db.selectFrom('payment_cases').select('kind')
    expect(await cases.where('invoice_id', '=', invoice.invoice_id).execute()).toEqual([])
  })

  test('that somebody else with the token gives back take back what nobody has seen', async () => {
    const { anna, order, slug, invoice } = await invoiced()
    await pay(anna, slug)
    await eventually(async () => (await statusOf(order.id)) === 'moderation')
    await giveBackPastUs(anna, invoice.invoice_id)
    await readOn(api.ctx)
    expect((await paymentsOf(order.id)).map(({ state }) => state)).toEqual(['refunded'])
    expect(await statusOf(order.id)).toBe('refunded')
    expect(await violations()).toEqual([])
  })

  test('given back past us for a published order are a case, once', async () => {
    const { anna, order, slug, invoice } = await invoiced()
    await pay(anna, slug)
    await eventually(async () => (await statusOf(order.id)) === 'moderation')
    await decide(api, order.id)
    await giveBackPastUs(anna, invoice.invoice_id)
    await Promise.all([readOn(api.ctx), readOn(api.ctx)])
    await readOn(api.ctx)
    expect(await statusOf(order.id)).toBe('published')
    expect(await casesOf(invoice.invoice_id)).toEqual([{ kind: 'returned_outside', state: 'open' }])
    expect(await violations()).toEqual([])
  })

  test('of no invoice of ours are a case, which ends when they go back', async () => {
    const { anna, order, slug, invoice } = await invoiced()
    await pay(anna, slug)
    await eventually(async () => (await statusOf(order.id)) === 'moderation')
    const { db } = api.ctx
    // As after a backup that does not know the invoice.
    const { op_key } = await db
      .selectFrom('payments')
      .select('op_key')
      .where('id', '=', invoice.invoice_id)
      .executeTakeFirstOrThrow()
    const uuid = crypto.randomUUID()
    await db.transaction().execute(async (tx) => {
      // Nobody else may change what a payment is.
      await sql`set local session_replication_role = replica`.execute(tx)
      const lost = { uuid, op_key: `lost-${uuid}` }
      await tx.updateTable('payments').set(lost).where('id', '=', invoice.invoice_id).execute()
    })
    await readBook(api.ctx, 0)
    await readBook(api.ctx, 0)
    const strays = () =>
      db
        .selectFrom('payment_cases')
        .select(['kind', 'state', 'details'])
        .where('entry_key', '=', `stars:${op_key}`)
        .execute()
    expect(await strays()).toMatchObject([
      { kind: 'surplus', state: 'open', details: { source: 'stars', received: price, currency: 'XTR' } },
    ])
    await telegramRefund(anna, op_key ?? '')
    await readBook(api.ctx, 0)
    expect(await strays()).toMatchObject([{ kind: 'surplus', state: 'resolved' }])
    const held = db.selectFrom('ledger_standings').select('amount').where('account', '=', 'suspense')
    expect(await held.execute()).toEqual([])
  })

  test('are read on from where the book was left, whichever process reads', async () => {
    while ((await readOn(api.ctx)) === 100);
    const { anna, order, slug } = await invoiced()
    await pay(anna, slug)
    await eventually(async () => (await statusOf(order.id)) === 'moderation')
    await readOn(api.ctx)
    const { entries } = await api.ctx.db.selectFrom('star_books').select('entries').executeTakeFirstOrThrow()
    expect(entries).toBeGreaterThan(1)
    expect(await readOn(api.ctx)).toBeLessThanOrEqual(20)
  })
})
