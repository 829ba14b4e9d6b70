import { expect, test } from 'vitest'
import type { Tx } from '#db/index.ts'
import {
  insertDraft,
  insertListing,
  insertRunning,
  type MakeRows,
  type Moment,
  notice,
  now,
  openCase,
  type PaymentWish,
  payment,
  readViolations,
  setUpViolations,
  suspend,
  testViolation,
} from './rows.ts'

/**
 * Violations about money of unknown origin or with an unknown outcome. Each test also inserts similar rows that are
 * valid.
 */

setUpViolations()

testViolation(
  'notice_without_payment',
  { 'nobody knows it': (tx) => notice(tx, 900_002) },
  { 'its signature is wrong': (tx) => notice(tx, 900_002, false) },
)

testViolation(
  'money_in_suspense',
  {
    'of a payment': async (tx) => suspend(tx, await payment(tx, await insertRunning(tx)), null),
    'of a case that is over': async (tx) => suspend(tx, null, await openCase(tx, null, true, 900_003)),
    'of a payment whose case is over': async (tx) => {
      const payment_id = await payment(tx, await insertRunning(tx))
      await suspend(tx, payment_id, null)
      await openCase(tx, payment_id, true)
    },
  },
  {},
)

test('money is in suspense since it came there, whatever was told of its fee later', async () => {
  const entry = (account: string, amount: number, posted_at: Moment) => ({ account, amount, posted_at })
  const rows = await readViolations(async (tx) => {
    const payment_id = await payment(tx, await insertRunning(tx))
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

const lateCheck = now('-15 minutes -1 second')
testViolation(
  'inquiry_stuck',
  {
    created: (tx) => insertDraft(tx, 'created', { next_check_at: lateCheck }),
    'a link that was replaced': (tx) => insertDraft(tx, 'expired', { next_check_at: lateCheck }),
    'reported money of an old link': (tx) =>
      insertDraft(tx, 'pending', { next_check_at: lateCheck, expires_at: now('-2 days') }),
    'Stars on their way back': async (tx) =>
      payment(tx, await insertListing(tx, 'refunded'), 'refund_pending', {
        next_check_at: lateCheck,
        rail: 'stars',
      }),
    'money on its way back': async (tx) =>
      payment(tx, await insertListing(tx, 'refunded'), 'refund_pending', { next_check_at: lateCheck }),
    'the last questions, for over a day': async (tx) =>
      payment(tx, await insertRunning(tx), 'paid', { next_check_at: now('-1 day -1 second') }),
  },
  {
    '15 minutes': (tx) => insertDraft(tx, 'created', { next_check_at: now('-15 minutes') }),
    'an old link': (tx) =>
      insertDraft(tx, 'expired', { next_check_at: lateCheck, expires_at: now('-1 day') }),
    'the last questions, for a day': async (tx) =>
      payment(tx, await insertRunning(tx), 'paid', { next_check_at: now('-1 day') }),
    'an unpaid invoice of Stars': (tx) =>
      insertDraft(tx, 'created', { next_check_at: lateCheck, rail: 'stars' }),
    failed: (tx) => insertDraft(tx, 'failed', { next_check_at: now('-2 days') }),
    refunded: (tx) => insertDraft(tx, 'refunded', { next_check_at: now('-2 days') }),
  },
)

const withoutNextCheck = { next_check_at: null }
const returningPayment = async (tx: Tx, fields: PaymentWish = withoutNextCheck) =>
  payment(tx, await insertListing(tx, 'refunded'), 'refund_pending', fields)
testViolation(
  'inquiry_missing',
  {
    created: (tx) => insertDraft(tx, 'created', withoutNextCheck),
    pending: (tx) => insertDraft(tx, 'pending', withoutNextCheck),
    'money on its way back': (tx) => returningPayment(tx),
    'Stars on their way back': (tx) => returningPayment(tx, { ...withoutNextCheck, rail: 'stars' }),
    'its case is over': async (tx) => openCase(tx, await returningPayment(tx), true),
  },
  {
    'Stars are not asked about': (tx) => insertDraft(tx, 'created', { ...withoutNextCheck, rail: 'stars' }),
    'a person sees to it': async (tx) => openCase(tx, await returningPayment(tx)),
  },
)

const oldLink = (checked_at: Moment | null, expires_at = now('-20 days')): MakeRows => {
  return (tx) => insertDraft(tx, 'expired', { ...withoutNextCheck, expires_at, checked_at })
}
testViolation(
  'link_unwatched',
  {
    'never asked about': oldLink(null),
    'the last question was not asked': oldLink(now('20 days -1 second')),
    'almost forty days': oldLink(null, now('-39 days -23:59:59')),
  },
  {
    'all questions were asked': oldLink(now('20 days')),
    'forty days': oldLink(null, now('-40 days')),
    Stars: (tx) => insertDraft(tx, 'expired', { ...withoutNextCheck, rail: 'stars' }),
  },
)
