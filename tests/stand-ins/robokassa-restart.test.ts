import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { operationState } from '#services/payments/robokassa/payment.ts'
import { openShop } from './robokassa-shop.ts'

test('a restart forgets no money and goes on with the call the shop has not answered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'robokassa-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const state_file = join(folder, 'state.json')
  const firstShop = await openShop({ state_file })
  firstShop.answerWith(() => 'busy')
  await firstShop.payByHand(1)
  await firstShop.close()

  const restartedShop = await openShop({ state_file })
  onTestFinished(restartedShop.close)
  expect(await restartedShop.movements()).toMatchObject({ taken_kopecks: 250_000 })
  expect(await operationState(restartedShop.config, 1)).toMatchObject({ meaning: 'paid' })
  await restartedShop.control({ advance_ms: 2_000 })
  await expect.poll(() => restartedShop.calls.length).toBe(1)
})

test('a notice of the newer kind is signed by the key the provider shows', async () => {
  const shop = await openShop()
  onTestFinished(shop.close)
  await shop.control({ result_url2: `${shop.shop_origin}/notice` })
  await shop.payByHand(2)
  await expect.poll(() => shop.calls.map(({ path }) => path).sort()).toEqual(['/notice', '/result'])
  const [head = '', payload = '', signature = ''] =
    shop.calls.find(({ path }) => path === '/notice')?.body.split('.') ?? []
  const key = createPublicKey(await (await fetch(`${shop.origin}/_public_key`)).text())
  const signedText = Buffer.from(`${head}.${payload}`)
  expect(verify('RSA-SHA256', signedText, key, Buffer.from(signature, 'base64url'))).toBe(true)
  const { data } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(data).toMatchObject({ shop: 'otklik', invId: '2', incSum: '2500.00', state: 'OK' })
})

test('the stand-in refuses to run in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  await expect(openShop()).rejects.toThrow('never runs in production')
})
