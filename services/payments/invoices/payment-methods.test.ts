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
