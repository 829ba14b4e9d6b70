import type { ListingStatus } from '#contract/lifecycle.ts'
import {
  boost,
  draft,
  type ListingWish,
  listing,
  now,
  openCase,
  type PaymentWish,
  payment,
  reviewed,
  running,
  setUpViolations,
  tells,
  type World,
} from './rows.ts'

/** Violations about payments and what they buy, and the most similar rows that are valid. */

setUpViolations()

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
