import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By their time, longest first: no worker begins one of these when the others are about to end. */
const slowest = [
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
  const place = slowest.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`))
  return place === -1 ? slowest.length : place
}

/** A fresh clone does not know yet how long its tests take. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
