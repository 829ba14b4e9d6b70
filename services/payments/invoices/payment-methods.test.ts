import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Config } from '#services/core/config/config.ts'
import { chooseRail, toStars } from './payment-methods.ts'

const config = (changes: Partial<Config>) => changes as Config

test('clients from a store pay with Stars under the policy store-safe', () => {
  const rail = (PAYMENTS_POLICY: Config['PAYMENTS_POLICY']) => (platform: string | undefined) =>
    chooseRail(config({ PAYMENTS_POLICY }), platform)
  const stores = ['ios', 'android', 'android_x', 'macos']
  const others = ['tdesktop', 'weba', 'webk', '', undefined]
  expect(stores.map(rail('store-safe'))).toEqual(stores.map(() => 'stars'))
  expect(others.map(rail('store-safe'))).toEqual(others.map(() => 'robokassa'))
  expect([...stores, ...others].map(rail('spec'))).toEqual([...stores, ...others].map(() => 'robokassa'))
})

test('a price in Stars is rounded up', () => {
  const stars = (kopecks: number) => toStars(config({ STAR_KOPECKS: 130 }), kopecks)
  expect([0, 1, 130, 131, 260, 250_000].map(stars)).toEqual([1, 1, 1, 2, 2, 1924])
})

test('no fewer Stars would pay a price, and one is the least', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 100_000 }),
      (kopecks, STAR_KOPECKS) => {
        const stars = toStars(config({ STAR_KOPECKS }), kopecks)
        expect(stars * STAR_KOPECKS).toBeGreaterThanOrEqual(kopecks)
        if (stars > 1) expect((stars - 1) * STAR_KOPECKS).toBeLessThan(kopecks)
        expect(stars).toBeGreaterThanOrEqual(1)
        expect(Number.isInteger(stars)).toBe(true)
      },
    ),
    { numRuns: 1000 },
  )
})
