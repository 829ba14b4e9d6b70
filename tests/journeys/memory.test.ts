import { expect, test } from 'vitest'
import { placeRows } from '#tests/support/money/place-rows.ts'
import type { Phone } from '#tests/support/screens/phone.ts'
import { frameOf, goTo, listingWith, openAppAt, pathOf } from './navigation.ts'
import { ignoreErrors, setUpJourneys } from './setup.ts'
import { createAlbum } from './steps.ts'

const setup = setUpJourneys({ hasDemo: true, roles: ['telegram', 'api'] })

const freelancer = { id: 5000000000000031 }
const client = { id: 5000000000000011 }
/** A person who has not chosen a language yet. */
const newcomer = { id: 5000000000000032 }

const readScroll = async (phone: Phone) => (await frameOf(phone)).evaluate<number>('Math.round(scrollY)')
const scrollTo = async (phone: Phone, y: number) => (await frameOf(phone)).evaluate(`scrollTo(0, ${y})`)

test('a list is found where it was left: by Back, by the menu, and its page after a reload', async () => {
  const phone = await openAppAt(setup, freelancer, '/search/orders')
  const { app, page } = phone
  // The feed that was open before also contains cards. The test therefore first waits for the total of the orders.
  await app.getByText(/^\d+\sзаказ/).waitFor()
  await app.getByRole('article').nth(4).waitFor()
  await scrollTo(phone, 500)
  await expect.poll(() => readScroll(phone)).toBe(500)
  await app.getByRole('article').nth(3).getByRole('link').first().click()
  await app.getByRole('heading', { name: 'Задача' }).waitFor()
  expect(await readScroll(phone)).toBe(0)
  // Back also restores the scroll position of a page that is not in the main menu.
  const author = app.locator('a[href*="/user/"]').first()
  await scrollTo(phone, 10_000)
  await expect.poll(() => readScroll(phone)).toBeGreaterThan(0)
  const orderScroll = await readScroll(phone)
  // The line of the author also tells the rating.
  const authorName = (await author.innerText()).split(/[\n·]/)[0]?.trim() ?? ''
  await author.click()
  await expect.poll(() => pathOf(phone)).toMatch(/^\/user\/\d+$/)
  await app.getByRole('heading', { level: 1, name: authorName }).waitFor()
  await page.getByTestId('app-back').click()
  await app.getByRole('heading', { name: 'Задача' }).waitFor()
  await expect.poll(() => readScroll(phone)).toBe(orderScroll)
  await page.getByTestId('app-back').click()
  await expect.poll(() => readScroll(phone)).toBe(500)

  await app.getByRole('link', { name: 'Профиль', exact: true }).click()
  await app.getByRole('radio', { name: 'Я фрилансер' }).waitFor()
  await app.getByRole('link', { name: 'Поиск', exact: true }).click()
  await app.getByRole('article').first().waitFor()
  expect(await pathOf(phone)).toBe('/search/orders')
  await expect.poll(() => readScroll(phone)).toBe(500)

  await page.getByTestId('app-menu').click()
  await page.getByTestId('app-reload').click()
  await phone.waitForApp()
  await app.getByRole('article').first().waitFor()
  expect(await pathOf(phone)).toBe('/search/orders')
})

test('an order that was deleted meanwhile shows nothing of its old state', async () => {
  const takeScreenshot = createAlbum('gone')
  const id = await listingWith(setup, 'иконок для приложения')
  const phone = await openAppAt(setup, freelancer, `/order/${id}`)
  const { app } = phone
  await app.getByRole('button', { name: 'Откликнуться' }).waitFor()
  await placeRows(setup.db, 'listings', { id }, { status: 'deleted' })
  await goTo(phone, '/profile')
  await app.getByRole('radio', { name: 'Я фрилансер' }).waitFor()
  // The page of the order is opened again within seconds, so the mini-app takes most data from its cache.
  await goTo(phone, `/order/${id}`)
  await app.getByRole('heading', { name: 'Заказ не найден' }).waitFor()
  expect(await app.getByRole('button', { name: 'Откликнуться' }).count()).toBe(0)
  await takeScreenshot(phone, 'deleted')
  ignoreErrors(phone, /status of 404/)
})

test('its author closes an order and opens it again; nothing of it is offered for editing meanwhile', async () => {
  const takeScreenshot = createAlbum('closing')
  const id = await listingWith(setup, 'сети кофеен')
  const phone = await openAppAt(setup, client, `/order/${id}`)
  const { app } = phone
  await app.getByRole('button', { name: 'Редактировать' }).waitFor()
  const openMenu = () => app.getByRole('button', { name: 'Ещё', exact: true }).click()
  const menu = app.getByRole('dialog', { name: 'Управление заказом' })
  await openMenu()
  await takeScreenshot(phone, 'menu')
  await menu.getByRole('button', { name: /^Приостановить/ }).click()
  await app.getByRole('heading', { name: 'Заказа не видно в ленте' }).waitFor()
  await menu.waitFor({ state: 'detached' })
  await openMenu()
  await menu.getByRole('button', { name: 'Вернуть в ленту' }).click()
  await app.getByText(/^В\sленте\sещё/).waitFor()
  await menu.waitFor({ state: 'detached' })
  await openMenu()
  await menu
    .getByRole('button', { name: /^Закрыть/ })
    .last()
    .click()
  await app.getByRole('alertdialog').getByRole('button', { name: 'Закрыть заказ' }).click()
  const reopenButton = app.getByRole('button', { name: 'Вернуть в ленту' })
  await reopenButton.waitFor()
  expect(await app.getByRole('button', { name: 'Редактировать' }).count()).toBe(0)
  await takeScreenshot(phone, 'closed')
  await reopenButton.click()
  await app.getByRole('button', { name: 'Редактировать' }).waitFor()
})

test('the language of the first screen is that of the categories at once', async () => {
  const phone = await setup.phoneOf(newcomer, { tme: 'otklik_demo_bot?startapp=page_search-orders' })
  const { app } = phone
  await phone.waitForApp()
  await app.getByText('English', { exact: true }).click()
  await app.getByRole('button', { name: 'Continue' }).click()
  await app.getByRole('article').first().waitFor()
  await app.getByText('Telegram bots', { exact: true }).first().waitFor()
  expect(await app.getByText('Telegram-боты', { exact: true }).count()).toBe(0)
})
