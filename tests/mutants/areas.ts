import { type Area, api, bot, workers } from './area.ts'
import { rooms } from './rooms.ts'

export type { Area }

/**
 * Areas of mutation testing. Rules about money, rights and promises have areas of their own. The other sources of a
 * folder form one area.
 */
export const areas = {
  'launch data': {
    sources: ['services/core/telegram/launch-data.ts', 'services/users/phone/actions.ts'],
    tests: [...api('accounts/identity'), ...bot('phone-proof')],
  },
  sessions: {
    sources: [
      'services/api/request/session.ts',
      'services/users/sessions/sessions.ts',
      'services/users/account/login.ts',
    ],
    tests: api('accounts/tokens', 'accounts/login', 'accounts/identity', '**/*session*', 'http/ready'),
  },
  policies: {
    sources: [
      'contract/{policies,lifecycle}.ts',
      'services/api/calls/access.ts',
      'services/responses/submission/rules.ts',
    ],
    tests: [
      'contract/*.test.ts',
      ...api(
        'responses/{responses,response-shield}',
        'listings/lifecycle',
        'deals/executor',
        'listings/order-edits',
        'responses/sealed-bids',
        '**/visib*',
        'accounts/return',
      ),
      ...api('listings/edits', 'users/search', 'deals/deals'),
    ],
  },
  payments: {
    sources: [
      'services/payments/invoices/{app-link,credits,invoices,placement,pricing}.ts',
      'services/payments/verification/apply-payment.ts',
      'services/payments/refunds/{compensation,automatic-refunds}.ts',
      'services/payments/money/{free-payments,ledger,moves,queries,tariffs}.ts',
      'services/api/handlers/payments.ts',
    ],
    tests: [
      ...api(
        '**/*invoice*',
        'payments/return-page',
        'provider/late-money',
        'payments/links-after-end',
        'payments/credits',
        '**/renewal*',
        'payments/*tariffs',
        'admin/focus-group',
        'responses/boost-endings',
        'listings/lifecycle',
        'provider/refused-payments',
        'provider/case-endings',
      ),
      ...workers('payment-schedules', 'refunds'),
      ...bot('stars'),
      'tests/ledger.test.ts',
    ],
  },
  provider: {
    sources: [
      'services/payments/robokassa/*.ts',
      'services/payments/verification/{actions,inquiries,later-inquiries,match-operation}.ts',
      'services/payments/money/inquiry-schedule.ts',
      'services/payments/invoices/payment-methods.ts',
    ],
    tests: [
      ...api(
        '**/*result-calls',
        'provider/foreign-operations',
        'provider/provider-meanings',
        'payments/links-after-end',
        'provider/late-money',
      ),
      ...workers('payment-schedules', 'later-inquiries', 'paid-order'),
      'tests/stand-ins/robokassa-receipts.test.ts',
    ],
  },
  'money in trouble': {
    sources: [
      'services/payments/cases/*.ts',
      'services/payments/money/cases.ts',
      'services/payments/{refunds,stars}/*.ts',
      'services/payments/register/*.ts',
    ],
    tests: [
      ...api(
        'provider/case-endings',
        'provider/register',
        'provider/money-report',
        'http/problems',
        'payments/credited-sums',
      ),
      ...workers('payment-schedules', 'refunds'),
      ...bot('stars', 'star-ledger'),
    ],
  },
  invariants: {
    sources: ['db/migrations/*.ts#payment_invariant_violations'],
    tests: ['tests/money-rows.test.ts', 'tests/money/violations/*.test.ts'],
  },
  boosts: {
    sources: [
      'services/responses/**/*.ts',
      'services/payments/verification/apply-payment.ts',
      'services/api/handlers/responses.ts',
    ],
    tests: [
      ...api(
        'responses/**/*',
        'listings/lifecycle',
        'listings/vacancies',
        'payments/credits',
        'deals/executor',
        'provider/late-money',
        'payments/renewal',
        'payments/*tariffs',
        'accounts/return',
        'admin/staff-responses',
        'messages/golden-messages',
      ),
      ...bot('stars', 'respond', 'respond-endings', 'response-letters', 'orders', 'waiting*'),
      ...workers('response-messages'),
    ],
  },
  filters: {
    sources: ['services/listings/search/*.ts', 'services/listings/collection/*.ts'],
    tests: [
      ...api(
        'lists/list-walks',
        'lists/list-totals',
        'lists/order-lists',
        'listings/lifecycle',
        'http/hostile/input',
        '**/collection*',
        'lists/kept-cards',
        '**/visib*',
      ),
      ...workers('audience'),
    ],
  },
  spelling: {
    sources: ['contract/spelling/*.ts', 'services/reference/words/*.ts'],
    tests: ['contract/spelling/corrections.test.ts', ...api('search/*')],
  },
  projections: {
    sources: [
      'services/listings/projections.ts',
      'services/listings/{page,cards}/*.ts',
      'services/listings/author/guest-view.ts',
      'services/api/handlers/listings/page.ts',
      'services/users/people/projections.ts',
      'services/users/visibility/contacts.ts',
    ],
    tests: api(
      'lists/order-pages',
      'listings/orders',
      'listings/lifecycle',
      'listings/vacancies',
      'users/search',
      'responses/long-list',
      'listings/projections/*',
      'deals/{reviews,deals}',
      'moderation/revisions',
      'responses/sealed-bids',
      'listings/visibility',
      'users/contacts',
      'users/profile',
      'payments/renewal-refunds',
      'http/first-html',
    ),
  },
  expiry: {
    sources: [
      'services/lifecycle/publication/{expire,visibility}.ts',
      'services/lifecycle/removal/remove.ts',
      'workers/rounds/schedule.ts',
    ],
    tests: [
      ...api(
        '**/renewal*',
        'listings/lifecycle',
        'responses/boost-endings',
        'admin/two-moderators',
        'listings/edits',
        'listings/order-edits',
        'deals/executor',
      ),
      ...api('listings/closing', 'accounts/return', 'reports/takedown-appeals'),
      ...workers('listing-expiry', 'refunds'),
    ],
  },
  moderation: {
    sources: [
      'services/lifecycle/publication/decide.ts',
      'services/lifecycle/edits/{dearer-edits,actions}.ts',
      'services/checks/*.ts',
      'services/moderation/decisions/actions.ts',
      'services/moderation/appeals/{appeals,questions}.ts',
      'services/moderation/author/{author,columns}.ts',
      'services/relations/blocks.ts',
      'services/moderation/card/callback-data.ts',
      'services/moderation/review/{duplicates,rules,snapshot}.ts',
      'services/moderation/queue/{impartiality,priority,queue,schedule,queries,tasks}.ts',
    ],
    tests: [
      ...api(
        'moderation/decisions/*',
        'moderation/queue',
        'moderation/questions',
        'moderation/impartiality',
        'moderation/revisions',
        'listings/edits',
        'listings/lifecycle',
        'reports/reports',
        'reports/report-limits',
        'admin/two-moderators',
        'users/contacts',
        'payments/*tariffs',
      ),
      ...bot('moderation', 'moderation-card', 'moderation-race', 'moderation-talk', 'consequences'),
      'tests/corpus/checks.test.ts',
    ],
  },
  // Omits `workers/engine/timing.ts` with pauses and batch sizes, because all workers share them. Unit tests cover
  // their guarantees.
  deliveries: {
    sources: [
      'contract/notifications.ts',
      'services/listings/audience/{actions,hot-orders,columns}.ts',
      'services/notifications/outbox/{outcome,queue,rules,mute-footer,claims}.ts',
      'workers/telegram/{delivery,errors,rate-limiter}.ts',
    ],
    tests: [
      ...workers(
        'telegram-delivery',
        'telegram-trouble',
        'telegram-rate-limiter',
        'claims',
        'delivery-outcomes',
        '*digest*',
        'mutes',
        'notifications',
        'audience',
        'hot-orders',
      ),
      ...api('messages/golden-messages'),
      ...bot('mute'),
    ],
  },
  idempotency: {
    sources: ['services/api/calls/idempotency.ts'],
    tests: api('http/idempotency', 'listings/orders', 'responses/responses'),
  },
  ...rooms,
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof areas

/** Sources that are not mutated because they contain no rules, each with the check that covers it instead. */
export const unmutated: { sources: string; reason: string }[] = [
  {
    sources: 'contract/calls/*.ts',
    reason: 'schemas of the calls, asked one by one by tests/fuzz and tests/legacy',
  },
  { sources: 'db/migrations/*.ts', reason: 'tables and triggers; the view of the invariants is an area' },
  { sources: 'db/tables/*.ts', reason: 'types, compared with the database by tests/schema.test.ts' },
  { sources: 'db/tables.ts', reason: 'types, compared with the database by tests/schema.test.ts' },
  {
    sources: 'db/{demo,reference}/**/*.ts',
    reason: 'data of a demo and of a new installation, read by tests/seed.test.ts',
  },
  {
    sources: '{{services,workers}/**/main,workers/all}.ts',
    reason: 'starts of processes, run by tests/journeys and tests/chaos',
  },
  { sources: 'services/rolldown.config.ts', reason: 'the build, run by tests/bundles.test.ts' },
  {
    sources: 'services/api/openapi/*.ts',
    reason: 'documentation of the calls, compared by tests/contract.test.ts',
  },
]
