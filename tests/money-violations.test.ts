import { type ControlledTransaction, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListingStatus, PaymentState, ResponseStatus } from '#contract/lifecycle.ts'
import { connect, type Db, type Tx } from '#db/index.ts'
import type { Database } from '#db/tables.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

/**
 * Each violation of `payment_invariant_violations`, and the nearest cases that are none. Everything runs in one
 * transaction that is rolled back: `now()` is constant in it, so limits are tested to the microsecond.
 */

let world: ControlledTransaction<Database, ['in_order']>
let author: number
let people = 0
beforeAll(async () => {
  const db = connect((await takeInfrastructure()).owner_url)
  const tx = await db.startTransaction().execute()
  author = await person(tx)
  await inOrder(tx)
  world = await tx.savepoint('in_order').execute()
  afterAll(async () => {
    await tx.rollback().execute()
    await db.destroy()
  })
})

type Moment = RawBuilder<string>
const now = (shift = '0') => sql<string>`now() + ${shift}::interval`

const idOf = (row: { id: number }) => row.id
const person = (on: Db) =>
  on
    .insertInto('users')
    .values({ telegram_id: 7_000_900_000 + ++people, full_name: 'Анна' })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(idOf)

type ListingWish = { published_at?: Moment; expires_at?: Moment }
const listing = (tx: Tx, status: ListingStatus, wish: ListingWish = {}) =>
  tx
    .insertInto('listings')
    .values({
      ...{ kind: 'order', author_id: author, title: 'Заказ', content_hash: crypto.randomUUID(), status },
      hidden_reason: status === 'hidden' ? 'owner' : null,
      published_at: ['published', 'hidden', 'in_progress', 'expired'].includes(status)
        ? now('-2 days')
        : null,
      ...wish,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(idOf)

type PaymentWish = Partial<Record<'paid_at' | 'expires_at', Moment>> & {
  next_check_at?: Moment | null
  checked_at?: Moment | null
  rail?: 'robokassa' | 'stars' | 'credit'
  response_id?: number
}
const paid: PaymentState[] = ['paid', 'refund_pending', 'refunded']
const payment = (tx: Tx, listing_id: number | null, state: PaymentState = 'paid', wish: PaymentWish = {}) => {
  const { rail = 'robokassa' } = wish
  const isCredit = rail === 'credit'
  return tx
    .insertInto('payments')
    .values({
      ...{ kind: listing_id === null ? 'response' : 'project', listing_id, payer_id: author, state, rail },
      ...(isCredit ? { amount: 0, source: 'credit' } : { amount: 250_000 }),
      paid_at: paid.includes(state) ? now('-1 hour') : null,
      expires_at: now('1 hour'),
      next_check_at: state === 'paid' ? null : now('1 minute'),
      ...wish,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(idOf)
}

type ResponseWish = { boosted_at?: Moment | null; seen_at?: Moment }
async function boost(tx: Tx, status: ResponseStatus, wish: ResponseWish = {}, at: PaymentWish = {}) {
  const { boosted_at = now('-1 hour') } = wish
  const response = { listing_id: await running(tx), user_id: await person(tx), response_text: 'Сделаю' }
  const { id: response_id } = await tx
    .insertInto('responses')
    .values({ ...response, status, response_type: boosted_at ? 20 : 200, ...wish, boosted_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return payment(tx, null, 'paid', { response_id, ...at })
}

async function running(tx: Tx, status: ListingStatus = 'published', wish: ListingWish = {}) {
  const listing_id = await listing(tx, status, wish)
  await payment(tx, listing_id)
  return listing_id
}

async function draft(tx: Tx, state: PaymentState, wish: PaymentWish = {}) {
  return payment(tx, await listing(tx, 'draft'), state, wish)
}

async function reviewed(tx: Tx, applied_at: Moment | null = null) {
  const listing_id = await running(tx, 'moderation')
  await tx.insertInto('moderation_tasks').values({ subject: 'listing', listing_id, applied_at }).execute()
  return listing_id
}

async function openCase(tx: Tx, payment_id: number | null, isOver = false, invoice_id = payment_id ?? 1) {
  const over = isOver ? { state: 'resolved' as const, resolved_at: now() } : {}
  const made = { kind: 'stuck' as const, payment_id, invoice_id, details: '{}', opened_at: now(), ...over }
  return idOf(await tx.insertInto('payment_cases').values(made).returning('id').executeTakeFirstOrThrow())
}

const notice = (tx: Tx, invoice_id: number, signature_ok = true) =>
  tx
    .insertInto('payment_notices')
    .values({ invoice_id, body_hash: 'x', body: '{}', signature_ok, verdict: 'x', received_at: now() })
    .execute()

const suspend = (tx: Tx, payment_id: number | null, case_id: number | null) =>
  sql`select move_money(${payment_id}::int, ${case_id}::bigint, 'suspense', 'a test', null, 100, 'RUB')`.execute(
    tx,
  )

/** Rows that resemble violations and are none. */
async function inOrder(tx: Tx): Promise<void> {
  await listing(tx, 'draft')
  await running(tx)
  await reviewed(tx)
  await reviewed(tx)
  await boost(tx, 'no_show')
  await openCase(tx, await draft(tx, 'paid'))
  const source_payment_id = await draft(tx, 'paid')
  const credit = { user_id: author, product: 'project', reason: 'granted', source_payment_id } as const
  await tx.insertInto('credits').values(credit).execute()
  await payment(tx, await listing(tx, 'rejected'), 'refund_pending')
  await payment(tx, await listing(tx, 'refunded'), 'refund_pending')
  await notice(tx, await draft(tx, 'pending'))
  await notice(tx, 900_001)
  await suspend(tx, null, await openCase(tx, null, false, 900_001))
  const held = await draft(tx, 'paid')
  await suspend(tx, held, null)
  await openCase(tx, held)
  await draft(tx, 'created')
  await draft(tx, 'expired')
}

type World = (tx: Tx) => Promise<unknown>

/** Violations that the view reports with their age, after one change to valid rows. */
async function told(make: World) {
  try {
    await make(world)
    return await world
      .selectFrom('payment_invariant_violations')
      .select(['violation', sql<string>`(now() - since)::text`.as('age')])
      .execute()
  } finally {
    await world.rollbackToSavepoint('in_order').execute()
  }
}

/** `some` cases violate the rule; `none` cases do not. */
function tells(violation: string, some: Record<string, World>, none: Record<string, World>): void {
  describe(violation, () => {
    test.each(Object.entries(some))('%s', async (_name, make) => {
      expect((await told(make)).map((row) => row.violation)).toEqual([violation])
    })
    test.each(Object.entries(none))('not: %s', async (_name, make) => {
      expect(await told(make)).toEqual([])
    })
  })
}

const each = <T extends string>(all: T[], make: (one: T) => World) =>
  Object.fromEntries(all.map((one) => [one, make(one)]))

const over = (status: ListingStatus, wish: ListingWish): World => {
  const ended = { published_at: now('-2 hours'), expires_at: now('-1 hour'), ...wish }
  return async (tx) => payment(tx, await listing(tx, status, ended))
}

tells(
  'paid_not_applied',
  {
    ...each(['draft', 'awaiting_payment', 'refunded', 'deleted'], (status) => async (tx) => {
      await payment(tx, await listing(tx, status))
    }),
    'a renewal in draft': over('draft', {}),
    'a renewal that waits': over('awaiting_payment', {}),
    'a renewal paid after the end': over('expired', { expires_at: now('-61 minutes') }),
    'a case that is over': async (tx) => openCase(tx, await draft(tx, 'paid'), true),
    'almost forty days': (tx) => draft(tx, 'paid', { paid_at: now('-39 days -23:59:59') }),
  },
  {
    'forty days': (tx) => draft(tx, 'paid', { paid_at: now('-40 days') }),
    'paid before the end': over('expired', { expires_at: now('-59 minutes') }),
    'published as it was paid': over('expired', { published_at: now('-1 hour') }),
    'put away': over('archived', {}),
  },
)

tells(
  'boost_not_applied',
  {
    'lifted nothing': (tx) => boost(tx, 'no_show', { boosted_at: null }),
    'almost 200 days': (tx) =>
      boost(tx, 'no_show', { boosted_at: null }, { paid_at: now('-199 days -23:59:59') }),
  },
  { '200 days': (tx) => boost(tx, 'no_show', { boosted_at: null }, { paid_at: now('-200 days') }) },
)

tells(
  'boost_unseen',
  {
    ...each(['declined', 'not_chosen'], (status) => (tx) => boost(tx, status)),
    'almost 200 days': (tx) => boost(tx, 'declined', {}, { paid_at: now('-199 days -23:59:59') }),
  },
  {
    seen: (tx) => boost(tx, 'declined', { seen_at: now() }),
    '200 days': (tx) => boost(tx, 'declined', {}, { paid_at: now('-200 days') }),
    withdrawn: (tx) => boost(tx, 'withdrawn'),
  },
)

tells(
  'moderation_without_task',
  {
    'no task': (tx) => running(tx, 'moderation'),
    'a task that was applied': (tx) => reviewed(tx, now()),
  },
  {},
)

tells(
  'published_without_payment',
  {
    ...each(['rejected', 'published', 'hidden', 'in_progress'], (status) => (tx) => listing(tx, status)),
    'under review': async (tx) => {
      const listing_id = await listing(tx, 'moderation')
      await tx.insertInto('moderation_tasks').values({ subject: 'listing', listing_id }).execute()
    },
    'on its way back': async (tx) => payment(tx, await listing(tx, 'published'), 'refund_pending'),
  },
  { over: (tx) => listing(tx, 'expired') },
)

const again =
  (wish: PaymentWish): World =>
  async (tx) =>
    payment(tx, await reviewed(tx), 'paid', wish)
tells(
  'charged_twice',
  { 'two payments': again({}), 'almost forty days': again({ paid_at: now('-39 days -23:59:59') }) },
  {
    'forty days': again({ paid_at: now('-40 days') }),
    'money and a credit': again({ rail: 'credit' }),
    'a renewal': async (tx) => payment(tx, await running(tx)),
  },
)

tells(
  'notice_without_payment',
  { 'nobody knows it': (tx) => notice(tx, 900_002) },
  { 'its signature is wrong': (tx) => notice(tx, 900_002, false) },
)

tells(
  'money_in_suspense',
  {
    'of a payment': async (tx) => suspend(tx, await payment(tx, await running(tx)), null),
    'of a case that is over': async (tx) => suspend(tx, null, await openCase(tx, null, true, 900_003)),
    'of a payment whose case is over': async (tx) => {
      const payment_id = await payment(tx, await running(tx))
      await suspend(tx, payment_id, null)
      await openCase(tx, payment_id, true)
    },
  },
  {},
)

test('money is in suspense since it came there, whatever was told of its fee later', async () => {
  const entry = (account: string, amount: number, posted_at: Moment) => ({ account, amount, posted_at })
  const rows = await told(async (tx) => {
    const payment_id = await payment(tx, await running(tx))
    const entries = [
      ...[entry('provider', -100, now('-2 hours')), entry('suspense', 100, now('-2 hours'))],
      ...[entry('fees', -5, now('-1 hour')), entry('provider', 5, now('-1 hour'))],
    ]
    for (const [at, pair] of [entries.slice(0, 2), entries.slice(2)].entries())
      await tx
        .insertInto('ledger_entries')
        .values(
          pair.map(
            (one) => ({ ...one, payment_id, transaction_id: -at - 1, currency: 'RUB', reason: 'x' }) as never,
          ),
        )
        .execute()
  })
  expect(rows).toEqual([{ violation: 'money_in_suspense', age: '02:00:00' }])
})

const late = now('-15 minutes -1 second')
tells(
  'inquiry_stuck',
  {
    created: (tx) => draft(tx, 'created', { next_check_at: late }),
    'a link that was replaced': (tx) => draft(tx, 'expired', { next_check_at: late }),
    'reported money of an old link': (tx) =>
      draft(tx, 'pending', { next_check_at: late, expires_at: now('-2 days') }),
    'Stars on their way back': async (tx) =>
      payment(tx, await listing(tx, 'refunded'), 'refund_pending', { next_check_at: late, rail: 'stars' }),
    'money on its way back': async (tx) =>
      payment(tx, await listing(tx, 'refunded'), 'refund_pending', { next_check_at: late }),
    'the last questions, for over a day': async (tx) =>
      payment(tx, await running(tx), 'paid', { next_check_at: now('-1 day -1 second') }),
  },
  {
    '15 minutes': (tx) => draft(tx, 'created', { next_check_at: now('-15 minutes') }),
    'an old link': (tx) => draft(tx, 'expired', { next_check_at: late, expires_at: now('-1 day') }),
    'the last questions, for a day': async (tx) =>
      payment(tx, await running(tx), 'paid', { next_check_at: now('-1 day') }),
    'an unpaid invoice of Stars': (tx) => draft(tx, 'created', { next_check_at: late, rail: 'stars' }),
    failed: (tx) => draft(tx, 'failed', { next_check_at: now('-2 days') }),
    refunded: (tx) => draft(tx, 'refunded', { next_check_at: now('-2 days') }),
  },
)

const never = { next_check_at: null }
const back = async (tx: Tx, wish: PaymentWish = never) =>
  payment(tx, await listing(tx, 'refunded'), 'refund_pending', wish)
tells(
  'inquiry_missing',
  {
    created: (tx) => draft(tx, 'created', never),
    pending: (tx) => draft(tx, 'pending', never),
    'money on its way back': (tx) => back(tx),
    'Stars on their way back': (tx) => back(tx, { ...never, rail: 'stars' }),
    'its case is over': async (tx) => openCase(tx, await back(tx), true),
  },
  {
    'Stars are not asked about': (tx) => draft(tx, 'created', { ...never, rail: 'stars' }),
    'a person sees to it': async (tx) => openCase(tx, await back(tx)),
  },
)

const old = (checked_at: Moment | null, expires_at = now('-20 days')): World => {
  return (tx) => draft(tx, 'expired', { ...never, expires_at, checked_at })
}
tells(
  'link_unwatched',
  {
    'never asked about': old(null),
    'the last question was not asked': old(now('20 days -1 second')),
    'almost forty days': old(null, now('-39 days -23:59:59')),
  },
  {
    'all questions were asked': old(now('20 days')),
    'forty days': old(null, now('-40 days')),
    Stars: (tx) => draft(tx, 'expired', { ...never, rail: 'stars' }),
  },
)
