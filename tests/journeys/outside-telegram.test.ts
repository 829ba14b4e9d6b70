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

test.each(['/', '/search/personal', '/order/1'])(
  'outside Telegram %s sends people to Telegram',
  async (address) => {
    const page = await browser.newPage({ locale: 'ru-RU' })
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await page.goto(`${world.origin}${address}`)
    await page.waitForURL('**/not-telegram')
    await page.getByText('Приложение функционирует только из пространства Telegram.').waitFor()
    await page.getByText('Загружаем заказы').waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await photograph(page, 'outside-telegram', address.replaceAll('/', '-').slice(1) || 'root')
    await page.close()
  },
)
