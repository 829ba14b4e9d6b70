import { globSync } from 'node:fs'
import path from 'node:path'
import type { Import } from '#tests/house/imports.ts'

/**
 * Modules that start a whole process. Almost every test imports one of them, so their imports do not show which tests a
 * change affects.
 */
const assemblies = new Set(['services/api/server.ts', 'services/bot/bot.ts', 'workers/main.ts'])

/**
 * For folders, the tests that a change affects although no import shows it: through the start of a process, through
 * SQL, or through files that are read. A path without a folder of its own is the beginning of file names.
 */
export const testsByFolder: Record<string, string[]> = {
  contract: ['tests/contract.test.ts', 'tests/api/http/tolerance', 'tests/roles'],
  'contract/texts': ['tests/texts.test.ts', 'tests/vocabulary.test.ts', 'tests/third-language.test.ts'],
  db: ['tests/schema', 'tests/migrations', 'tests/database-sessions', 'tests/ledger.test.ts'],
  'db/migrations': ['tests/schema', 'tests/migrations', 'tests/list-indexes', 'tests/legacy'],
  docs: ['tests/docs.test.ts'],
  'services/admin': ['tests/api/admin', 'tests/bot/confirmations', 'tests/bot/shift.test.ts'],
  'services/api': ['tests/api/http', 'tests/roles', 'tests/proxy'],
  'services/bot': ['tests/bot', 'tests/texts.test.ts'],
  'services/channels': ['tests/workers/channel', 'tests/api/channels', 'tests/cli/channel'],
  'services/chat': ['tests/api/chat', 'tests/workers/message-notifications', 'tests/bot/room-'],
  'services/checks': ['tests/api/moderation', 'tests/corpus/checks'],
  'services/cli': ['tests/cli', 'tests/docs.test.ts'],
  'services/core': ['tests/config', 'tests/secrets-in', 'tests/api/http'],
  'services/deals': ['tests/api/deals', 'tests/bot/deal'],
  'services/files': ['tests/api/files'],
  'services/lifecycle': [
    'tests/api/listings',
    'tests/moves',
    'tests/bot/consequences',
    'tests/api/moderation',
  ],
  'services/listings': [
    'tests/api/lists',
    'tests/api/collection',
    'tests/api/listings',
    'tests/filter-plans',
  ],
  'services/moderation': ['tests/api/moderation', 'tests/bot/moderation', 'tests/bot/card-acts'],
  'services/notifications': ['tests/outbox', 'tests/workers', 'tests/bot/mute'],
  'services/operations': ['tests/workers/operations', 'tests/cli'],
  'services/payments': [
    'tests/api/payments',
    'tests/api/provider',
    'tests/ledger',
    'tests/money',
    'tests/workers/pa',
  ],
  'services/privacy': ['tests/api/accounts/export', 'tests/api/accounts/deletion'],
  'services/reference': ['tests/api/lists/reference', 'tests/seed'],
  'services/relations': ['tests/api/accounts/block', 'tests/api/reports'],
  'services/requests': ['tests/api/services', 'tests/bot/services', 'tests/workers/service-requests'],
  'services/responses': ['tests/api/responses', 'tests/bot/respon', 'tests/workers/response-messages'],
  'services/sharing': ['tests/api/messages/sharing', 'tests/bot/inline'],
  'services/spoken': ['tests/bot/briefs', 'tests/corpus'],
  'services/support': ['tests/api/admin/support', 'tests/bot/support'],
  'services/users': ['tests/api/users', 'tests/api/services', 'tests/api/accounts', 'tests/bot/people'],
  'stand-ins': ['tests/stand-ins', 'tests/world'],
  workers: ['tests/workers', 'tests/outbox'],
}

/**
 * For features of the mini-app, the browser tests that use them, by the beginning of their file names. Features that
 * all screens use have no entry.
 */
export const journeysOfFeature: Record<string, string[]> = {
  admin: ['admin-'],
  chat: ['chat', 'messages'],
  deals: ['deal-in-bot', 'story-check', 'client'],
  favorites: ['freelancer', 'memory'],
  files: ['chat-files', 'saving-files', 'lost-files'],
  home: ['newcomer', 'client', 'freelancer'],
  info: ['routes', 'constants'],
  kit: [],
  'listing-form': ['paid-order', 'vacancy', 'order-from-message', 'keyboard'],
  'listing-page': ['client', 'freelancer', 'questions'],
  listings: ['freelancer', 'memory', 'not-this'],
  moderation: ['admin-moderation', 'admin-shift'],
  'own-listings': ['client', 'order-trouble'],
  payments: ['paid-order', 'refusals', 'bot'],
  people: ['inviting', 'memory'],
  profile: ['profile'],
  relations: ['refusals', 'not-this', 'services'],
  responses: ['freelancer', 'offline-response', 'client'],
  search: ['memory', 'settings'],
  services: ['services'],
  session: ['newcomer', 'outside-telegram', 'routes'],
  settings: ['settings'],
  share: ['client', 'inviting'],
}

/** Returns all test files of the project, except those that need a browser or kill processes. */
const testFiles = () =>
  globSync(
    [
      '{contract,db,services,workers,web,stand-ins}/**/*.test.{ts,tsx}',
      'tests/*.test.ts',
      'tests/{access,api,attack,bot,cli,corpus,fuzz,house,legacy,money,mutants,races,workers,stand-ins}/**/*.test.ts',
    ],
    { exclude: ['**/node_modules/**', '**/dist/**'] },
  ).sort()

/** @returns the test files that these changes could affect, by imports and by the table `reached` */
export function testsReachedBy(changed: string[], imports: Import[]): string[] {
  const tests = testFiles()
  const importers = Map.groupBy(imports, ({ to }) => to)
  const seen = new Set(changed)
  for (const file of seen) {
    if (assemblies.has(file)) continue
    for (const { from } of importers.get(file) ?? []) seen.add(from)
  }
  const prefixes = changed.flatMap((file) => prefixesOf(file))
  return tests.filter((test) => seen.has(test) || prefixes.some((prefix) => test.startsWith(prefix)))
}

/** Returns the browser tests of changed features. They take longer than a contributor wants to wait. */
export function journeysOf(changed: string[]): string[] {
  const features = new Set(changed.flatMap((file) => file.match(/^web\/features\/([^/]+)\//)?.[1] ?? []))
  const journeys = globSync('tests/journeys/*.test.ts').sort()
  const names = [...features].flatMap((feature) => journeysOfFeature[feature] ?? [])
  return journeys.filter((file) => names.some((name) => path.basename(file).startsWith(name)))
}

function prefixesOf(file: string): string[] {
  // For a test file or a helper of tests, the imports alone show which tests it affects.
  const rooms = Object.keys(testsByFolder).filter((room) => file.startsWith(`${room}/`))
  return rooms.flatMap((room) => testsByFolder[room] ?? [])
}
