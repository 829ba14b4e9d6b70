import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By their time, longest first: no worker begins one of these when the others are about to end. */
const slowest = [
  'journeys/desk',
  'journeys/routes',
  'journeys/order-trouble',
  'journeys/every-screen',
  'journeys/messages',
  'journeys/freelancer',
  'journeys/constants',
  'journeys/client',
  'journeys/vacancy',
  'journeys/profile',
  'journeys/chat',
  'journeys/paid-order',
  'journeys/admin-moderation',
  'journeys/bot',
  'races/two-processes',
  'access/matrix',
  'fuzz/fuzz',
  'access/hostile-fields',
  'legacy/replay',
  'chaos/killing',
  'fan-out/fan-out',
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
