import { expect, test } from 'vitest'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { newOrder } from '#tests/support/orders/sample.ts'
import type { Phone } from '#tests/support/screens/phone.ts'
import { pollWithClock, stopClock } from './clock.ts'
import { goTo } from './navigation.ts'
import { newPerson, signIn } from './people.ts'
import { ignoreErrors, listingOf, setUpJourneys } from './setup.ts'
import { answerHomeQuestion, chooseRussian, createAlbum, fillOrder } from './steps.ts'

const profile = 'otklik_demo_bot?startapp=page_profile'
const admin = { id: 5000000000000001, name: 'Мария Орлова' }
const setup = setUpJourneys({ roles: ['telegram', 'api', 'bot'] })

/** Opens the mini-app of a newcomer on the page of the profile. */
async function openProfileOf(first_name: string, last_name: string) {
  const person = await newPerson(setup.world, first_name, last_name)
  const phone = await setup.phoneOf(person, { tme: profile })
  await phone.waitForApp()
  await chooseRussian(phone)
  await phone.app.getByRole('heading', { name: person.name }).waitFor()
  return { person, phone }
}

/** Creates an order for which a freelancer has just been chosen. */
async function takenOrder(): Promise<number> {
  const author = await signIn(setup.world, await newPerson(setup.world, 'Инна', 'Котова'))
  const { id } = await author.call<{ id: number }>('POST', '/api/projects/create', newOrder())
  const { user } = await signIn(setup.world, await newPerson(setup.world, 'Яна', 'Мирова'))
  const published_at = new Date().toISOString()
  const expires_at = new Date(Date.now() + 864e5).toISOString()
  await placeRows(
    setup.db,
    'listings',
    { id },
    { status: 'in_progress', executor_id: user.id, published_at, expires_at },
  )
  return id
}

async function reload(phone: Phone): Promise<void> {
  await phone.page.getByTestId('app-menu').click()
  await phone.page.getByTestId('app-reload').click()
}

test('an order that could not be sent waits in its form and is sent once when the network is back', async () => {
  const takeScreenshot = createAlbum('offline')
  const valid_from = new Date().toISOString()
  const longerTariff = { product: 'project' as const, period_days: 60, amount: 400_000, valid_from }
  await setup.db.insertInto('tariffs').values(longerTariff).execute()
  const { phone } = await openProfileOf('Зоя', 'Ларина')
  await goTo(phone, '/order/create')
  const title = 'Каталог семян для питомника'
  await fillOrder(phone, { title, text: 'Сто карточек с фотографиями и поиском.', price: '30 000' })
  // The operator sells two periods. Choosing the longer one updates the price at once.
  await phone.app.getByRole('button', { name: 'К оплате · 2 500 ₽' }).waitFor()
  await phone.app.getByRole('radio', { name: '60 дней' }).click()
  await phone.app.getByRole('button', { name: 'К оплате · 4 000 ₽' }).waitFor()
  await takeScreenshot(phone, 'two-periods')
  await phone.page.context().setOffline(true)
  await phone.app.getByText('Нет связи. Открытое раньше можно читать').waitFor()
  const saveButton = phone.app.getByRole('button', { name: /^К оплате ·/ })
  await saveButton.click()
  await phone.app.getByText('Нет связи. Проверьте интернет').waitFor()
  await takeScreenshot(phone, 'not-sent')
  expect(await phone.app.getByRole('textbox', { name: 'Название' }).inputValue()).toBe(title)
  await phone.page.context().setOffline(false)
  await saveButton.click()
  await phone.app.getByRole('heading', { name: 'Заказ сохранён' }).waitFor()
  await takeScreenshot(phone, 'sent')
  const { id } = await listingOf(setup, title)
  const period = setup.db.selectFrom('listings').select('placement_period').where('id', '=', id)
  expect(await period.executeTakeFirst()).toEqual({ placement_period: 60 })
  await phone.app.getByRole('button', { name: 'Оплатить · 4 000 ₽' }).waitFor()
  // After sending, the form for a new order is empty.
  await goTo(phone, '/profile')
  await goTo(phone, '/order/create')
  const name = phone.app.getByRole('textbox', { name: 'Название' })
  await name.waitFor()
  expect(await name.inputValue()).toBe('')
  ignoreErrors(phone, /ERR_INTERNET_DISCONNECTED/)
})

test('a blocked person is told so, and after the unblocking opens the app anew', async () => {
  const takeScreenshot = createAlbum('blocked')
  const { person, phone } = await openProfileOf('Пётр', 'Ветров')
  const { user } = await signIn(setup.world, person)
  const moderator = await signIn(setup.world, admin)
  const setStatus = (status: string) =>
    moderator.call('POST', `/api/users/change_system_status?user_id=${user.id}`, { status, reason: 'Спам' })

  await setStatus('blocked')
  await phone.app.getByRole('radio', { name: 'Я заказчик' }).click()
  const closedDialog = phone.app.getByRole('alertdialog', { name: 'Доступ закрыт' })
  await closedDialog.getByText('Причина: Спам. Если это ошибка, напишите в поддержку.').waitFor()
  await takeScreenshot(phone, 'told-in-the-open-app')
  await reload(phone)
  await closedDialog.getByRole('button', { name: 'Написать в поддержку' }).waitFor()
  await takeScreenshot(phone, 'told-at-the-start')

  // After the person is unblocked, the old session stays invalid. Opening the mini-app again creates a new session.
  await setStatus('active')
  await reload(phone)
  const dialog = phone.app.getByRole('alertdialog', { name: 'Вход больше не действует' })
  await dialog.getByRole('button', { name: 'Войти снова' }).click()
  await dialog.getByText('Откройте приложение заново из').waitFor()
  await takeScreenshot(phone, 'session-is-over')
  await dialog.getByRole('button', { name: 'Закрыть' }).click()
  await phone.page.getByTestId('app-frame').waitFor({ state: 'detached' })
  ignoreErrors(phone, /status of 40[13]/)
  const reopenedPhone = await setup.phoneOf(person, { tme: profile })
  await reopenedPhone.waitForApp()
  await reopenedPhone.app.getByRole('heading', { name: person.name }).waitFor()
})

test('why a response is refused stands on a button that cannot be pressed; a tap is answered before its code comes', async () => {
  const takenListing = await takenOrder()
  const { phone } = await openProfileOf('Олег', 'Дымов')
  await goTo(phone, `/order/${takenListing}`)
  const button = phone.app.getByRole('button', { name: 'Исполнитель выбран', exact: true })
  await button.waitFor()
  expect(await button.isDisabled()).toBe(true)
  expect(await phone.app.getByRole('button', { name: 'Откликнуться' }).count()).toBe(0)

  // A tap shows feedback at once, while the code of the next screen is still loading.
  const releaseAnswer = Promise.withResolvers<void>()
  await phone.page.route('**/assets/share-sheet*', async (route) => {
    await releaseAnswer.promise
    await route.continue()
  })
  await stopClock(phone.page)
  await phone.app.getByRole('button', { name: 'Поделиться' }).click()
  const spinner = phone.app.locator('[aria-busy="true"] [data-turning]')
  await pollWithClock(phone.page, () => spinner.isVisible(), 100)
  await phone.page.clock.resume()
  releaseAnswer.resolve()
  await phone.app.getByRole('dialog', { name: 'Поделиться' }).waitFor()
  expect(await spinner.count()).toBe(0)
})

test('without a network what was opened stays readable, and what was not comes by itself', async () => {
  const takeScreenshot = createAlbum('no-network')
  const takenListing = await takenOrder()
  const { phone } = await openProfileOf('Лев', 'Тихонов')
  const { app, page } = phone
  const order = app.getByRole('heading', { level: 1, name: /^Сайт кофейни/ })
  await goTo(phone, `/order/${takenListing}`)
  await order.waitFor()
  await goTo(phone, '/search/personal')
  await answerHomeQuestion(phone, 'Ищу работу')
  await app.getByRole('heading', { name: 'Подборка готовится' }).waitFor()
  await page.context().setOffline(true)
  await app.getByText(/^Нет связи. Лента на\s\d+:\d\d$/).waitFor()
  await takeScreenshot(phone, 'feed')
  await goTo(phone, `/order/${takenListing}`)
  await order.waitFor()
  await app.getByText('Нет связи. Открытое раньше можно читать').waitFor()
  await takeScreenshot(phone, 'order')
  await goTo(phone, '/order/999999')
  await app.getByRole('heading', { name: 'Не загрузилось: нет связи' }).waitFor()
  await takeScreenshot(phone, 'part')
  expect(await app.getByRole('main').getByRole('button').count()).toBe(0)
  await page.context().setOffline(false)
  await app.getByText('Снова на связи').waitFor()
  await app.getByRole('heading', { name: 'Заказ не найден' }).waitFor()
  await app.getByText('Снова на связи').waitFor({ state: 'detached' })

  // A screen that was never opened while online is not available offline.
  await page.context().setOffline(true)
  await app.getByText('Нет связи. Открытое раньше можно читать').waitFor()
  await goTo(phone, '/faq')
  await app.getByRole('heading', { name: 'Не загрузилось: нет связи' }).waitFor()
  await page.context().setOffline(false)
  await app.getByRole('heading', { name: 'Вопросы и ответы' }).waitFor()
  ignoreErrors(phone, /ERR_INTERNET_DISCONNECTED|status of 404|PartLost/)
})

test('a server that hangs is told of after 8 s, in the place, and may be given up', async () => {
  const takeScreenshot = createAlbum('hanging-server')
  const { phone } = await openProfileOf('Эмма', 'Ким')
  const { app, page } = phone
  await goTo(phone, `/order/${await takenOrder()}`)
  await app.getByRole('heading', { level: 1, name: /^Сайт кофейни/ }).waitFor()
  await page.route('**/api/projects/*/full_info', () => undefined)
  await stopClock(page)
  await goTo(phone, '/order/999999')
  await app.getByRole('heading', { name: 'Загружаем' }).waitFor({ state: 'attached' })
  const slowServerText = app.getByText('Сервер долго не отвечает')
  await page.clock.runFor(7900)
  expect(await slowServerText.count()).toBe(0)
  await pollWithClock(page, async () => (await slowServerText.count()) === 1, 1000)
  await takeScreenshot(phone, 'screen')
  await app.getByRole('button', { name: 'Отмена' }).click()
  await pollWithClock(
    page,
    async () => (await app.getByRole('heading', { name: 'Больше не ждём' }).count()) === 1,
  )
  await takeScreenshot(phone, 'given-up')
  await app.getByRole('button', { name: 'Повторить' }).waitFor()
})
