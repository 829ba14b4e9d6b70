import { expect, test } from 'vitest'
import { share } from '#tests/support/run/share.ts'
import { deploy } from './deploy.ts'

const small = { apis: 2, bots: 1, workers: 1, rate: 15, talks: 2, orders: 1 }

test('every process is replaced while people use the product, and nobody notices', async () => {
  const { requests, writtenCount, ...report } = await deploy(share({ ...small, bots: 2, workers: 2 }, small))
  expect(report).toMatchObject({ failed: [], lostCount: 0, receivedTwice: 0, doubled: 0, violations: [] })
  expect(requests).toBeGreaterThan(0)
  expect(writtenCount).toBeGreaterThan(0)
}, 400_000)
