import { type Area, api, bot, workers } from './area.ts'

/**
 * Folders of the product, each an area of mutation testing. Folders inside belong to the same area. A new folder needs
 * an area.
 */
export const rooms = {
  accounts: {
    sources: ['services/users/{account,sessions,phone}/*.ts'],
    tests: [
      ...api('accounts/*', 'reports/consequences', 'http/ready'),
      ...bot('accounts', 'phone-proof'),
      'tests/cli/rotate.test.ts',
    ],
  },
  people: {
    sources: [
      'services/users/{profile,people,numbers,services,settings,visibility}/*.ts',
      'services/api/handlers/people/*.ts',
    ],
    tests: [
      ...api(
        'users/*',
        'deals/own-numbers',
        'responses/invitations/records',
        'services/*',
        'collection/skills',
        'listings/client-home',
        'lists/hidden-authors',
        'lists/kept-cards',
      ),
      ...bot('people', 'commands', 'operators-language'),
      ...workers('mutes', 'notifications'),
    ],
  },
  privacy: {
    sources: ['services/privacy/*.ts'],
    tests: api('accounts/{deletion,export,return}', 'users/records'),
  },
  relations: {
    sources: ['services/relations/*.ts', 'services/api/handlers/relations.ts'],
    tests: [
      ...api('accounts/block*', 'reports/report*', 'deals/reviews', 'lists/hid*', 'lists/kept-cards'),
      ...bot('evidence', 'report-flood'),
      ...workers('search-digests', 'not-for-me'),
    ],
  },
  chat: {
    sources: ['services/chat/*.ts', 'services/api/stream/*.ts', 'services/api/handlers/chat.ts'],
    tests: [...api('chat/*', 'http/connections/open-streams'), ...bot('room-*'), ...workers('message-*')],
  },
  files: {
    sources: [
      'services/files/*.ts',
      'services/api/handlers/files.ts',
      'services/api/calls/uploads.ts',
      'services/core/servers/{file-urls,storage,disk-space}.ts',
    ],
    tests: [...api('files/*', 'responses/response-files', 'users/works'), ...workers('sweeps')],
  },
  deals: {
    sources: ['services/deals/**/*.ts', 'services/lifecycle/deals/*.ts', 'services/bot/deals/*.ts'],
    tests: [
      'services/deals/papers/*.test.ts',
      ...api('deals/*', 'users/records'),
      ...bot('deals', 'deal-races'),
    ],
  },
  requests: {
    sources: ['services/requests/*.ts'],
    tests: [
      'services/requests/*.test.ts',
      ...api('services/*'),
      ...bot('services*'),
      ...workers('service-requests'),
    ],
  },
  listings: {
    sources: [
      'services/listings/*.ts',
      'services/listings/{content,messages,author,audience}/*.ts',
      'services/lifecycle/{publication,edits,removal}/*.ts',
      'services/api/handlers/listings/*.ts',
    ],
    tests: [
      ...api(
        'listings/**/*',
        'moderation/revision*',
        'messages/golden-messages',
        'users/works',
        'lists/own-lists',
        'reports/takedown-appeals',
      ),
      ...bot('orders', 'lapsed-approvals'),
      ...workers('edit-news', 'listing-expiry', 'audience', 'hot-orders', 'not-for-me'),
    ],
  },
  responses: {
    sources: ['services/responses/**/*.ts', 'services/bot/responses/*.ts'],
    tests: [
      ...api('responses/**/*', 'accounts/return', 'admin/staff-responses'),
      ...bot('respond*', 'response-*', 'invitations', 'waiting', 'services', 'orders'),
      ...workers('response-messages'),
    ],
  },
  sanctions: {
    sources: ['services/lifecycle/sanctions/*.ts', 'services/moderation/{decisions,messages}/*.ts'],
    tests: [
      ...api('reports/*', 'moderation/decisions/*', 'moderation/{questions,review-facts}'),
      ...api('messages/golden-messages'),
      ...bot('consequences', 'evidence', 'prompts'),
    ],
  },
  'review queue': {
    sources: [
      'services/moderation/{appeals,author,card,queue,review}/*.ts',
      'services/api/handlers/moderation.ts',
    ],
    tests: [
      ...api('moderation/**/*', 'listings/questions', 'admin/queue', 'admin/two-moderators'),
      ...bot('moderation*', 'card-acts', 'lapsed-approvals', 'shift', 'staff-chat'),
    ],
  },
  checks: {
    sources: ['services/checks/**/*.ts'],
    tests: ['tests/corpus/checks.test.ts', 'tests/corpus/{names,responses}/*.test.ts'],
  },
  admin: {
    sources: ['services/admin/**/*.ts', 'services/api/handlers/admin/*.ts'],
    tests: [
      ...api(
        'admin/*',
        'moderation/queue',
        'moderation/review-facts',
        'provider/money-report',
        'reports/reports',
        'users/names',
      ),
      ...bot('confirmations', 'consequences'),
    ],
  },
  support: {
    sources: ['services/support/*.ts', 'services/bot/support/*.ts'],
    tests: [...api('admin/support*'), ...bot('support*', 'staff-groups', 'told-alone')],
  },
  operations: {
    sources: ['services/operations/*.ts', 'services/operations/{alarms,figures,staff-chats}/*.ts'],
    tests: [
      ...api('admin/alarms', 'admin/queue-board', 'http/ready', 'http/outage-log'),
      ...workers('operations', 'staff-groups', 'sweeps'),
      ...bot('staff-groups'),
      'tests/cli/commands.test.ts',
    ],
  },
  backups: {
    sources: ['services/operations/backup/*.ts', 'db/{base-backup,replay}.ts', 'workers/backups.ts'],
    tests: [...workers('operations', 'backups'), 'tests/restore/restoring.test.ts'],
  },
  'money besides': {
    sources: ['services/payments/{invoices,verification}/*.ts'],
    tests: [
      ...api('payments/*', 'provider/{links,late,refused,provider,result,case,after}*'),
      ...workers('payment-schedules', 'later-inquiries', 'paid-order'),
      ...bot('payments-first'),
      'tests/money/model.test.ts',
    ],
  },
  reference: {
    sources: ['services/reference/*.ts', 'services/api/handlers/reference.ts'],
    tests: [
      ...api('lists/reference', 'lists/price-figures', 'admin/directories', 'payments/*tariffs'),
      'tests/seed.test.ts',
      'tests/cli/doctor.test.ts',
    ],
  },
  channels: {
    sources: [
      'services/channels/*.ts',
      'services/api/handlers/admin/channels.ts',
      'workers/rounds/channels.ts',
      'workers/telegram/channel-refusals.ts',
    ],
    tests: [
      'services/channels/*.test.ts',
      'tests/workers/channel*.test.ts',
      'tests/cli/channel-checks.test.ts',
      ...api('channels/*'),
    ],
  },
  sharing: {
    sources: ['services/sharing/*.ts', 'services/api/handlers/sharing.ts', 'workers/rounds/shared-cards.ts'],
    tests: [...api('messages/sharing', 'services/sharing'), ...bot('inline', 'anonymous')],
  },
  spoken: {
    sources: ['services/spoken/*.ts'],
    tests: ['services/spoken/*.test.ts', 'tests/corpus/briefs/*.test.ts', ...bot('briefs')],
  },
  bot: {
    sources: ['services/bot/*.ts', 'services/bot/{chat,commands,dialog,moderation,orders,updates}/*.ts'],
    tests: bot('*'),
  },
  api: {
    sources: [
      'services/api/*.ts',
      'services/api/{calls,request,pages,queue-board}/*.ts',
      'services/api/handlers/index.ts',
    ],
    tests: [
      ...api(
        'http/**/*',
        'accounts/tokens',
        'accounts/sessions',
        'admin/queue-board',
        'lists/asked-together',
      ),
      'tests/{contract,managed-redis,secrets-in-errors}.test.ts',
      'tests/access/matrix.test.ts',
    ],
  },
  core: {
    sources: ['services/core/**/*.ts'],
    tests: [
      ...api('http/*', 'lists/list-walks', 'lists/order-lists', 'messages/golden-messages', 'admin/audit'),
      ...api('accounts/return'),
      ...bot('tracing', 'process'),
      'tests/{config,database-sessions,managed-redis,replica,third-language}.test.ts',
      'tests/secrets-in-*.test.ts',
    ],
  },
  notifications: {
    sources: ['services/notifications/**/*.ts', 'workers/events/*.ts'],
    tests: [
      ...workers(
        '*digest*',
        '*notif*',
        'claims',
        'delivery-outcomes',
        'edit-news',
        'events',
        'message-effects',
      ),
      ...workers('mutes', 'response-messages', 'staff-groups', 'telegram-delivery'),
      ...api('messages/golden-messages'),
      ...bot('mute'),
      'tests/third-language.test.ts',
    ],
  },
  workers: {
    sources: ['workers/{engine,rounds,telegram}/*.ts'],
    tests: [
      ...workers('*'),
      ...bot('star-ledger'),
      'tests/{ledger,managed-redis,outbox,secrets-in-errors}.test.ts',
    ],
  },
  cli: {
    sources: ['services/cli/**/*.ts'],
    tests: ['tests/cli/*.test.ts', 'tests/{demo-mark,replica}.test.ts'],
  },
  database: {
    sources: ['db/*.ts'],
    tests: [
      'tests/{database-sessions,demo-mark,driver,migrations,moves,outbox,replica,roles,schema,seed}.test.ts',
      'tests/{managed-redis,third-language}.test.ts',
      ...workers('events'),
    ],
  },
  contract: {
    sources: ['contract/*.ts'],
    tests: [
      'contract/*.test.ts',
      'tests/{contract,limits-page,moves,texts}.test.ts',
      ...api('http/hostile/*', 'listings/{orders,lifecycle,order-edits,questions}', 'lists/price-figures'),
      ...api('responses/responses', 'responses/invitations/*', 'moderation/{decisions/*,service-times}'),
      ...api('users/profile*', 'reports/*', 'payments/invoices', 'files/files'),
      ...workers('mutes', 'digest'),
    ],
  },
} as const satisfies Record<string, Area>
