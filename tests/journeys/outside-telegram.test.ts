import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, photograph } from '#tests/support/browser.ts'
import { startWorld, type World } from '#tests/support/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld({ roles: ['telegram', 'api'] }), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

test('the address of the mini-app in an ordinary browser leads to Telegram', async () => {
  const page = await browser.newPage({ locale: 'ru-RU' })
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto(`${world.origin}/search/personal`)
  await page.waitForURL('**/not-telegram')
  await page.getByText('Приложение функционирует только из пространства Telegram.').waitFor()
  expect(errors).toEqual([])
  await photograph(page, 'outside-telegram', 'not-telegram')
})
