/**
 * What is changed and which tests concern it, by area. Sources and tests are globs; unit tests beside a source
 * are always asked. Tests are asked in the order of their time, so the order here means nothing.
 */
export interface Area {
  sources: string[]
  tests: string[]
}

/** Files under `tests/api`, `tests/workers` … without their ending. */
const api = (...names: string[]) => names.map((name) => `tests/api/${name}.test.ts`)
const workers = (...names: string[]) => names.map((name) => `tests/workers/${name}.test.ts`)
const bot = (...names: string[]) => names.map((name) => `tests/bot/${name}.test.ts`)

export const areas = {
  'launch data': {
    sources: ['services/core/launch-data.ts', 'services/users/verification.ts'],
    tests: [...api('identity'), ...bot('phone-proof')],
  },
  sessions: {
    sources: ['services/api/session.ts', 'services/core/memory.ts', 'services/users/{sessions,login}.ts'],
    tests: api('tokens', 'login', 'identity', '*session*'),
  },
  policies: {
    sources: [
      'contract/{policies,lifecycle}.ts',
      'services/api/access.ts',
      'services/responses/admission.ts',
    ],
    tests: [
      'contract/*.test.ts',
      ...api('responses', 'lifecycle', 'executor', 'order-edits', 'sealed-bids', 'visib*', 'departures'),
      ...api('edits', 'people'),
    ],
  },
  payments: {
    sources: [
      'services/payments/{app-link,applying,compensation,credits,invoices,ledger,moves,placement,pricing,queries,renewal,returns,superseding,tariffs}.ts',
      'services/api/handlers/payments.ts',
    ],
    tests: [
      ...api(
        '*invoice*',
        'payment-return',
        'late-money',
        'links-after-end',
        'credits',
        'renewal*',
        'tariffs',
        'focus-group',
        'boost-endings',
        'lifecycle',
        'refused-payments',
      ),
      ...workers('payment-schedules', 'refunds'),
      ...bot('stars'),
      'tests/ledger.test.ts',
    ],
  },
  provider: {
    sources: [
      'services/payments/{robokassa/*,actions,belonging,inquiries,inquiry-schedule,later-inquiries,rails}.ts',
    ],
    tests: [
      ...api('*result-calls', 'foreign-operations', 'provider-meanings', 'links-after-end', 'late-money'),
      ...workers('payment-schedules', 'later-inquiries', 'paid-order'),
    ],
  },
  'money in trouble': {
    sources: [
      'services/payments/{case-acts,cases,chargebacks,finishing,refunds,star*}.ts',
      'services/payments/register/*.ts',
    ],
    tests: [
      ...api('case-endings', 'register', 'money-report', 'problems'),
      ...workers('payment-schedules', 'refunds'),
      ...bot('stars', 'star-ledger'),
    ],
  },
  invariants: {
    sources: ['db/migrations/*.ts#payment_invariant_violations'],
    tests: ['tests/money-{rows,violations}.test.ts'],
  },
  boosts: {
    sources: [
      'services/responses/*.ts',
      'services/payments/applying.ts',
      'services/api/handlers/responses.ts',
    ],
    tests: [
      ...api(
        'responses',
        'lifecycle',
        'vacancies',
        'credits',
        'executor',
        'sealed-bids',
        'popular-listing',
        '*boost*',
        'late-money',
        'renewal',
        'tariffs',
        'departures',
        'staff-responses',
        'golden-messages',
      ),
      ...bot('stars', 'respond', 'response-letters', 'orders', 'waiting*'),
      ...workers('response-messages'),
    ],
  },
  filters: {
    sources: [
      'services/listings/{filters,search,list-pages,list-counts,list-walks,candidates,kept-totals,left-out-totals,long-lists,listing-changes,price-steps,kept-ranges,said-words,ranking,kept-rankings,weighing,weighable,additions,recommendations,score,cursor}.ts',
    ],
    tests: [
      ...api(
        'list-walks',
        'shared-totals',
        'order-lists',
        'lifecycle',
        'hostile-input',
        'collection*',
        'kept-cards',
        'visib*',
      ),
      ...workers('audience'),
    ],
  },
  projections: {
    sources: [
      'services/listings/{projections,queries,public,public-listings,selection}.ts',
      'services/api/handlers/listing-page.ts',
      'services/users/{projections,contacts}.ts',
    ],
    tests: api(
      'order-pages',
      'orders',
      'lifecycle',
      'vacancies',
      'people',
      'popular-listing',
      'projections',
      'reviews',
      'revisions',
      'sealed-bids',
      'visibility',
      'contacts',
      'profile',
    ),
  },
  expiry: {
    sources: ['services/lifecycle/{expire,remove,visibility}.ts', 'workers/listing-expiry.ts'],
    tests: [
      ...api('renewal*', 'lifecycle', 'boost-endings', 'staff-and-time', 'edits', 'order-edits', 'executor'),
      ...api('closing', 'departures'),
      ...workers('listing-expiry', 'refunds'),
    ],
  },
  moderation: {
    sources: [
      'services/lifecycle/{decide,dearer-edits,revisions}.ts',
      'services/checks/*.ts',
      'services/moderation/{actions,appeals,author,blocking,callback-data,duplicates,impartiality,priority,queue,questions,reminders,reporters,rules,snapshot,task-queries,tasks}.ts',
    ],
    tests: [
      ...api(
        'moderation-decisions',
        'moderation-queue',
        'moderation-talk',
        'impartiality',
        'revisions',
        'edits',
        'lifecycle',
        'reports',
        'report-limits',
        'staff-and-time',
        'contacts',
        'tariffs',
      ),
      ...bot('moderation', 'moderation-card', 'moderation-race', 'moderation-talk', 'consequences'),
      'tests/corpus/checks.test.ts',
    ],
  },
  // The rests and batches of `workers/background-timing.ts` are settings of all workers; what is promised of them has unit tests.
  deliveries: {
    sources: [
      'contract/notifications.ts',
      'services/notifications/{audience,delivery-outcome,delivery-queue,delivery-rules,hot-orders,kind-settings,search-matches,sending}.ts',
      'workers/telegram-{delivery,errors,rate-limiter}.ts',
    ],
    tests: [
      ...workers(
        'telegram-delivery',
        'telegram-trouble',
        'telegram-rate-limiter',
        'claims',
        'digest',
        'mutes',
        'notifications',
        'audience',
        'hot-orders',
      ),
      ...api('golden-messages'),
      ...bot('mute'),
    ],
  },
  idempotency: {
    sources: ['services/api/idempotency.ts'],
    tests: api('idempotency', 'orders', 'responses'),
  },
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof areas
