import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Phone } from '#tests/support/screens/phone.ts'
import { goTo, listingWith, openAppAt } from './navigation.ts'
import { setUpJourneys } from './setup.ts'
import { category, chooseCategory, createAlbum } from './steps.ts'

/** Section 8 of the specification lists messages. Each test provokes one and compares its exact words. */
const setup = setUpJourneys({ hasDemo: true, roles: ['telegram', 'api'] })

const client = { id: 5000000000000011 }
const shopOwner = { id: 5000000000000012 }
const employer = { id: 5000000000000021 }
const freelancer = { id: 5000000000000034 }

const problem = { statusCode: 500, code: 'internal', message: 'Internal error', details: null }
const failRequest = (route: Route) => route.fulfill({ status: 500, json: problem })
/** Clears the console errors that the test provoked on purpose. */
const clearErrors = (phone: Phone) => {
  phone.complaints.length = 0
}
const toast = ({ app }: Phone, text: string) => app.getByRole('status').getByText(text, { exact: true })

test('a start that fails: close, or continue with what is there', async () => {
  const takeScreenshot = createAlbum('messages')
  const phone = await setup.phoneOf(client)
  const query = new URLSearchParams({ tme: 'otklik_demo_bot?startapp=page_search-orders' })
  const startUrl = `${phone.page.url()}&${query}`
  const dialog = phone.app.getByRole('alertdialog', { name: 'Ошибка получения данных' })
  // A wrong server clock has its own message, because the team cannot repair it.
  const clockProblem = { ...problem, statusCode: 401, code: 'clock_wrong' }
  await phone.page.route('**/auth/login', (route) => route.fulfill({ status: 401, json: clockProblem }))
  await phone.page.goto(startUrl)
  await dialog.getByText('Часы сервера отстают от Telegram. Откройте приложение через минуту').waitFor()
  await phone.page.unroute('**/auth/login')
  await phone.page.route('**/auth/login', failRequest)
  await phone.page.goto(startUrl)
  await dialog.getByText('Команда уже работает над проблемой. Попробуйте зайти позже.').waitFor()
  expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Продолжить', 'Закрыть'])
  await phone.page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  await takeScreenshot(phone, 'start-failed')
  await dialog.getByRole('button', { name: 'Продолжить' }).click()
  await phone.app.getByRole('button', { name: 'Повторить' }).first().waitFor()
  await phone.page.unroute('**/auth/login')
  // The page also retries by itself, so the test continues if the button has already gone.
  const retryClick = phone.app.getByRole('button', { name: 'Повторить' }).first().click({ timeout: 3000 })
  await retryClick.catch(() => undefined)
  await phone.app.getByRole('article').first().waitFor()
  clearErrors(phone)
})

test.for([
  ['/order/create', '**/api/projects/create', 'При создании заказа произошла ошибка, попробуйте еще раз'],
  ['/vacancy/create', '**/api/vacancy/create', 'При создании вакансии произошла ошибка, попробуйте еще раз'],
] as const)('a creation at %s that fails', async ([path, call, message]) => {
  const phone = await openAppAt(setup, path.includes('order') ? client : employer, path)
  const { app, page } = phone
  await page.route(call, failRequest)
  await app.getByRole('textbox', { name: 'Название' }).fill('Проверка сообщений')
  await app.getByRole('textbox', { name: 'Описание' }).fill('Достаточно длинное описание для формы.')
  await chooseCategory(phone, category.name)
  await app.getByRole('button', { name: /перейти к оплате/ }).click()
  await app.getByText(message, { exact: true }).waitFor()
  clearErrors(phone)
})

test('a payment without an address', async () => {
  const phone = await openAppAt(setup, shopOwner, `/order/${await listingWith(setup, 'Яндекс Директ')}`)
  await phone.page.route('**/pay/generate-payment-robokassa', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), payment_url: '', url: '' } })
  })
  await phone.app.getByRole('button', { name: /Опубликовать/ }).click()
  const message = 'Не удалось открыть страницу оплаты. Попробуйте ещё раз'
  await phone.app.getByText(message, { exact: true }).waitFor()
})

test('favourite added and removed, the link copied, nothing at this address', async () => {
  const phone = await openAppAt(
    setup,
    freelancer,
    `/order/${await listingWith(setup, 'иконок для приложения')}`,
  )
  await phone.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // The test waits for a button of the order's page. Until the order is loaded, the feed stays visible, and its cards
  // also have buttons for favourites.
  await phone.app.getByRole('button', { name: 'Откликнуться' }).waitFor()
  await phone.app.getByRole('button', { name: 'В избранное' }).click()
  await toast(phone, 'Добавлено в избранное').waitFor()
  await phone.app.getByRole('button', { name: 'Убрать из избранного' }).click()
  await toast(phone, 'Убрано из избранного').waitFor()
  await phone.app.getByRole('button', { name: 'Поделиться' }).click()
  await phone.app.getByRole('dialog').getByRole('button', { name: 'Telegram' }).click()
  await toast(phone, 'Ссылка для Telegram скопирована в буффер').waitFor()
  await goTo(phone, '/no/such/place')
  await phone.app.getByRole('heading', { name: 'Страница не найдена', exact: true }).waitFor()
})

test.for([
  [client, 'order', 'осеннего меню', 'Заказ удален'],
  [employer, 'vacancy', 'Продуктовый дизайнер', 'Вакансия успешно удалена'],
] as const)('an own listing deleted', async ([person, kind, title, message]) => {
  const phone = await openAppAt(setup, person, `/${kind}/${await listingWith(setup, title)}`)
  await phone.app.getByRole('button', { name: 'Удалить', exact: true }).click()
  await phone.app.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click()
  await toast(phone, message).waitFor()
})
