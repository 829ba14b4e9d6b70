import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls/index.ts'
import { openBrowser, photograph, watchComplaints } from '#tests/support/screens/browser.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'

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
    const complaints = watchComplaints(page)
    await page.goto(`${world.app}${address}`)
    await page.waitForURL('**/not-telegram')
    const outsideText = 'Приложение функционирует только из пространства Telegram.'
    const dialog = page.getByRole('alertdialog', { name: 'Ошибка получения данных' })
    await dialog.getByText(outsideText).waitFor()
    await page.getByText('Загружаем заказы').waitFor({ state: 'detached' })
    await photograph(page, 'outside-telegram', `dialog${address.replaceAll('/', '-')}`)
    // Only the buttons of the dialog close it. It has no close icon and ignores Escape.
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Закрыть' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('main').getByText(outsideText).waitFor()
    await page.getByRole('button', { name: 'Открыть в Telegram' }).waitFor()
    expect(complaints).toEqual([])
    await photograph(page, 'outside-telegram', address.replaceAll('/', '-').slice(1) || 'root')
    await page.close()
  },
)

test('outside Telegram every call that is not public answers 401', async () => {
  const openAccess = new Set<unknown>(['anyone', 'provider'])
  // Every call is sent with a forged token in its address, because one of the calls expects a ticket there.
  const closedCalls = Object.entries(calls).filter(([, call]) => !openAccess.has(call.access))
  expect(closedCalls.length).toBeGreaterThan(40)
  const answers = await Promise.all(
    closedCalls.map(async ([name]) => {
      const [method = '', path = ''] = name.split(' ')
      const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
      const address = `${world.app}${path.replaceAll(/:\w+/g, '1')}?token=forged`
      const answer = await fetch(address, { method, ...body })
      return `${answer.status} ${name}`
    }),
  )
  expect(answers.filter((line) => !line.startsWith('401 '))).toEqual([])
})
