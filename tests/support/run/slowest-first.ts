import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files by their usual duration, the longest first. A long file that started last would keep all other workers
 * waiting.
 */
const slowestTests = [
  'corpus/growth/growth',
  'attack/attack',
  'access/matrix',
  'bot/payments-first',
  'api/messages/hostile-messages',
  'workers/season',
  'access/bot',
  'races/two-processes',
  'bot/webhook',
  'api/http/connections/unfinished',
  'bot/response-letters',
  'workers/telegram-trouble',
  'bot/room-files',
  'workers/staff-groups',
  'access/hostile-fields',
  'legacy/replay',
  'fuzz/fuzz',
  'api/files/uploads',
  'workers/sweeps',
  'money/model',
  'api/files/uploads-memory',
  'journeys/desk',
  'journeys/unkind-clients',
  'journeys/order-trouble',
  'journeys/routes',
  'journeys/saving-files',
  'journeys/chat',
  'journeys/refusals',
  'journeys/client',
  'journeys/profile',
  'journeys/chat-files',
  'journeys/messages',
  'journeys/constants',
  'journeys/paid-order',
  'journeys/vacancy',
  'journeys/deal-in-bot',
  'journeys/freelancer',
  'journeys/admin-moderation',
  'journeys/keyboard',
  'journeys/desk-clients',
  'journeys/lost-files',
  'journeys/memory',
  'journeys/inviting',
  'journeys/offline-response',
  'journeys/bot',
  'journeys/admin-shift',
  'journeys/guard',
  'commands',
  'deploy/replacing',
  'chaos/killing',
  'fan-out/fan-out',
  'engines/engines',
  'chaos/operations',
  'restore/restoring',
  'chaos/fan-out-killing',
]

function rank({ moduleId }: TestSpecification): number {
  const position = slowestTests.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`))
  return position === -1 ? slowestTests.length : position
}

/** The order is written here, because a fresh clone has no recorded durations. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
