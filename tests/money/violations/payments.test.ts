import { expect, test } from 'vitest'
import type { ListingStatus } from '#contract/lifecycle.ts'
import {
  boost,
  insertDraft,
  insertListing,
  insertReviewed,
  insertRunning,
  type ListingWish,
  type MakeRows,
  now,
  openCase,
  type PaymentWish,
  payment,
  readViolations,
  setUpViolations,
  testViolation,
} from './rows.ts'

/** Violations about payments and the things that they buy. Each test also inserts similar rows that are valid. */

setUpViolations()

const casesOf = <T extends string>(names: T[], makeCase: (one: T) => MakeRows) =>
  Object.fromEntries(names.map((one) => [one, makeCase(one)]))

const endedListingPayment = (status: ListingStatus, fields: ListingWish): MakeRows => {
  const listingFields = { published_at: now('-2 hours'), expires_at: now('-1 hour'), ...fields }
  return async (tx) => payment(tx, await insertListing(tx, status, listingFields))
}

testViolation(
  'paid_not_applied',
  {
    ...casesOf(['draft', 'awaiting_payment', 'refunded', 'deleted'], (status) => async (tx) => {
      await payment(tx, await insertListing(tx, status))
    }),
    'a renewal in draft': endedListingPayment('draft', {}),
    'a renewal that waits': endedListingPayment('awaiting_payment', {}),
    'a renewal paid after the end': endedListingPayment('expired', { expires_at: now('-61 minutes') }),
    'a case that is over': async (tx) => openCase(tx, await insertDraft(tx, 'paid'), true),
    'almost forty days': (tx) => insertDraft(tx, 'paid', { paid_at: now('-39 days -23:59:59') }),
  },
  {
    'forty days': (tx) => insertDraft(tx, 'paid', { paid_at: now('-40 days') }),
    'paid before the end': endedListingPayment('expired', { expires_at: now('-59 minutes') }),
    'published as it was paid': endedListingPayment('expired', { published_at: now('-1 hour') }),
    'put away': endedListingPayment('archived', {}),
  },
)

test.each<[string, MakeRows]>([
  ['boost_not_applied', (tx) => boost(tx, 'no_show', { boosted_at: null }, { paid_at: now('-5 days') })],
  ['paid_not_applied', (tx) => insertDraft(tx, 'paid', { paid_at: now('-5 days') })],
])('%s counts from the payment', async (violation, makeRows) => {
  expect(await readViolations(makeRows)).toEqual([{ violation, age: '5 days' }])
})

testViolation(
  'boost_not_applied',
  {
    'lifted nothing': (tx) => boost(tx, 'no_show', { boosted_at: null }),
    'almost 200 days': (tx) =>
      boost(tx, 'no_show', { boosted_at: null }, { paid_at: now('-199 days -23:59:59') }),
  },
  { '200 days': (tx) => boost(tx, 'no_show', { boosted_at: null }, { paid_at: now('-200 days') }) },
)

testViolation(
  'boost_unseen',
  {
    ...casesOf(['declined', 'not_chosen'], (status) => (tx) => boost(tx, status)),
    'almost 200 days': (tx) => boost(tx, 'declined', {}, { paid_at: now('-199 days -23:59:59') }),
  },
  {
    seen: (tx) => boost(tx, 'declined', { seen_at: now() }),
    '200 days': (tx) => boost(tx, 'declined', {}, { paid_at: now('-200 days') }),
    withdrawn: (tx) => boost(tx, 'withdrawn'),
  },
)

testViolation(
  'moderation_without_task',
  {
    'no task': (tx) => insertRunning(tx, 'moderation'),
    'a task that was applied': (tx) => insertReviewed(tx, now()),
  },
  {},
)

testViolation(
  'published_without_payment',
  {
    ...casesOf(
      ['rejected', 'published', 'hidden', 'in_progress'],
      (status) => (tx) => insertListing(tx, status),
    ),
    'under review': async (tx) => {
      const listing_id = await insertListing(tx, 'moderation')
      await tx.insertInto('moderation_tasks').values({ subject: 'listing', listing_id }).execute()
    },
    'on its way back': async (tx) => payment(tx, await insertListing(tx, 'published'), 'refund_pending'),
  },
  { over: (tx) => insertListing(tx, 'expired') },
)

const secondPayment =
  (fields: PaymentWish): MakeRows =>
  async (tx) =>
    payment(tx, await insertReviewed(tx), 'paid', fields)
testViolation(
  'charged_twice',
  {
    'two payments': secondPayment({}),
    'almost forty days': secondPayment({ paid_at: now('-39 days -23:59:59') }),
  },
  {
    'forty days': secondPayment({ paid_at: now('-40 days') }),
    'money and a credit': secondPayment({ rail: 'credit' }),
    'a renewal': async (tx) => payment(tx, await insertRunning(tx)),
  },
)
