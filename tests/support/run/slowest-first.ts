import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files by their duration, longest first, so that none of them starts when the other workers are about to end. */
const slowestTests = [
  'journeys/every-screen',
  'journeys/desk',
  'journeys/routes',
  'journeys/order-trouble',
  'journeys/refusals',
  'journeys/chat-files',
  'journeys/client',
  'journeys/profile',
  'journeys/freelancer',
  'journeys/memory',
  'journeys/chat',
  'journeys/messages',
  'journeys/constants',
  'journeys/paid-order',
  'journeys/admin-moderation',
  'journeys/vacancy',
  'journeys/deal-in-bot',
  'journeys/bot',
  'races/two-processes',
  'api/messages/hostile-messages',
  'access/matrix',
  'workers/season',
  'fuzz/fuzz',
  'bot/response-letters',
  'bot/webhook',
  'access/hostile-fields',
  'money/model',
  'api/files/uploads-memory',
  'bot/shift',
  'legacy/replay',
  'chaos/killing',
  'fan-out/fan-out',
  'chaos/operations',
  'chaos/fan-out-killing',
]

function rank({ moduleId }: TestSpecification): number {
  const position = slowestTests.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`))
  return position === -1 ? slowestTests.length : position
}

/** A fresh clone has no recorded durations, so the order is written here. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
