import { expect, test } from 'vitest'
import { markAppDocument, type Phone, type PhoneOptions } from '#tests/support/screens/phone.ts'
import { frameOf, goTo, listingWith, pathOf } from './navigation.ts'
import { newPerson } from './people.ts'
import { ignoreErrors, setUpJourneys } from './setup.ts'
import {
  answerHomeQuestion,
  chooseRussian,
  createAlbum,
  moderator,
  payInBrowser,
  placeOrder,
  waitForPaymentPage,
} from './steps.ts'

const setup = setUpJourneys({ hasDemo: true })

const bot = 'otklik_demo_bot'
const sheetName = 'Поделиться'
const shareSheetId = 'share-sheet'

/** Opens an order of the demo market by a link, as a newcomer, in this Telegram client. */
async function openOrderIn(client: PhoneOptions['client'], options: PhoneOptions = {}): Promise<Phone> {
  const id = await listingWith(setup, 'сети кофеен')
  const person = await newPerson(setup.world, 'Ирина', 'Лунина')
  const tme = `${bot}?startapp=page_order___orderId_${id}`
  const phone = await setup.phoneOf(person, { client, tme, ...options })
  await phone.waitForApp()
  await chooseRussian(phone)
  await phone.app.getByRole('button', { name: 'Откликнуться', exact: true }).waitFor()
  return phone
}

/** Returns the bottom edge of a button, in pixels from the top of the mini-app. */
const bottomEdgeOf = async (phone: Phone, name: string): Promise<number> =>
  (await frameOf(phone)).evaluate<number>(
    `[...document.querySelectorAll('button')].find((button) => button.textContent === ${JSON.stringify(name)}).getBoundingClientRect().bottom`,
  )
const heightOf = async (phone: Phone): Promise<number> =>
  (await frameOf(phone)).evaluate<number>('innerHeight')

test.for([390, 320])(
  'a client that opens half high shows the acts of an order, %d px wide',
  async (width) => {
    const takeScreenshot = createAlbum(`half-${width}`)
    const phone = await openOrderIn('android-half', { width })
    const respondButton = phone.app.getByRole('button', { name: 'Откликнуться', exact: true })
    const buttonBox = await respondButton.boundingBox()
    expect((buttonBox?.y ?? 0) + (buttonBox?.height ?? 844)).toBeLessThanOrEqual(844)
    await takeScreenshot(phone, 'expanded')

    // Simulates a person who drags the mini-app down to half of the screen.
    const halfHeight = Math.round((await heightOf(phone)) / 2)
    await (await frameOf(phone)).evaluate(
      `window.Telegram.WebView.receiveEvent('viewport_changed', { width: ${width}, height: ${halfHeight}, is_expanded: false, is_state_stable: true })`,
    )
    await expect.poll(() => bottomEdgeOf(phone, 'Откликнуться')).toBeLessThanOrEqual(halfHeight)
    await takeScreenshot(phone, 'half')
    await phone.app.getByRole('button', { name: sheetName }).click()
    const sheet = phone.app.getByRole('dialog', { name: sheetName })
    await sheet.waitFor()
    const sheetBottomScript = `document.querySelector('[role=dialog]').getBoundingClientRect().bottom`
    await expect
      .poll(async () => (await frameOf(phone)).evaluate<number>(sheetBottomScript))
      .toBeLessThanOrEqual(halfHeight)
    await takeScreenshot(phone, 'half-with-a-sheet')
  },
)

test('a keyboard over the page leaves the field and the button of a sheet in sight', async () => {
  const takeScreenshot = createAlbum('covering-keyboard')
  const phone = await openOrderIn('ios-16')
  await goTo(phone, '/search/orders')
  await phone.app.getByRole('button', { name: 'Фильтры' }).click()
  const sheet = phone.app.getByRole('dialog', { name: 'Фильтры' })
  const field = sheet.getByRole('textbox').last()
  await field.click()
  await phone.page.getByTestId('keyboard').waitFor()
  await takeScreenshot(phone, 'filters')
  const visibleHeight = (await heightOf(phone)) - 300
  const bottomOf = (name: string) =>
    frameOf(phone).then((frame) => frame.evaluate<number>(`${name}.getBoundingClientRect().bottom`))
  await expect
    .poll(() => bottomOf(`document.querySelector('[role=dialog]')`))
    .toBeLessThanOrEqual(visibleHeight)
  await expect.poll(() => bottomOf('document.activeElement')).toBeLessThanOrEqual(visibleHeight)
  const topEdge = await (await frameOf(phone)).evaluate<number>(
    `document.querySelector('[role=dialog]').getBoundingClientRect().top`,
  )
  expect(topEdge).toBeGreaterThanOrEqual(0)
})

test('in full screen no page begins under the buttons of Telegram', async () => {
  const takeScreenshot = createAlbum('full-screen')
  const phone = await openOrderIn('fullscreen')
  const pages = [
    '/search/personal',
    '/search/orders',
    '/search/freelancer',
    '/listings',
    '/responses',
    '/chat',
  ]
  for (const path of [...pages, '/profile', '/profile/edit', '/order/create', '/faq', await pathOf(phone)]) {
    await goTo(phone, path)
    await phone.app.locator('main:not([aria-busy])').waitFor()
    const first = `[...document.querySelectorAll('main :is(h1, h2, h3, p, b, span, time, input, svg)')].map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width > 1 && height > 1).reduce((top, one) => Math.min(top, one.top), 999)`
    const insets = `(() => { const style = getComputedStyle(document.documentElement); return parseFloat(style.getPropertyValue('--tg-safe-area-inset-top')) + parseFloat(style.getPropertyValue('--tg-content-safe-area-inset-top')) })()`
    const [top, inset] = await (await frameOf(phone)).evaluate<[number, number]>(`[${first}, ${insets}]`)
    expect([path, inset > 0, top >= inset]).toEqual([path, true, true])
    await takeScreenshot(phone, path.replaceAll('/', '-').slice(1))
  }
})

test('where nothing may be copied the link stands selected, and sharing opens one choice of chats', async () => {
  const takeScreenshot = createAlbum('sharing')
  const phone = await openOrderIn('android-half')
  const { app, page } = phone
  await app.getByRole('button', { name: sheetName }).click()
  const sheet = app.getByRole('dialog', { name: sheetName })
  await sheet.getByRole('button', { name: 'Скопировать ссылку' }).click()
  const copyDialog = app.getByRole('alertdialog', { name: 'Скопируйте сами' })
  await copyDialog.waitFor()
  await takeScreenshot(phone, 'by-hand')
  const selectionScript = `(() => { const { value, selectionStart, selectionEnd } = document.querySelector('[role=alertdialog] textarea'); return [value, value.slice(selectionStart, selectionEnd)] })()`
  const [link, selectedText] = await (await frameOf(phone)).evaluate<[string, string]>(selectionScript)
  expect(link).toMatch(/^https?:\/\/.+page_order/)
  expect(selectedText).toBe(link)
  expect(await page.getByTestId(shareSheetId).count()).toBe(0)
  await copyDialog.getByRole('button', { name: 'Закрыть' }).click()

  await app.getByRole('button', { name: sheetName }).click()
  await sheet.getByRole('button', { name: 'Telegram' }).click()
  await page.getByTestId(shareSheetId).waitFor()
  await page.getByTestId('share-cancel').click()
  // If the mini-app answered the cancelled share with a second dialog, that one would open before the next sheet.
  await app.getByRole('button', { name: sheetName }).click()
  await sheet.waitFor()
  expect(await page.getByTestId(shareSheetId).count()).toBe(0)
  expect(await app.getByText('Ссылка для Telegram скопирована').count()).toBe(0)
})

test('a client that never answers about a shared card is asked for a link by the next press', async () => {
  const phone = await openOrderIn('mute')
  const { app, page } = phone
  const pressSend = async () => {
    await app.getByRole('button', { name: sheetName }).click()
    await app.getByRole('dialog', { name: sheetName }).getByRole('button', { name: 'Telegram' }).click()
    await page.getByTestId(shareSheetId).waitFor()
  }
  await pressSend()
  // The client sends the card but never reports this to the mini-app.
  await page.getByTestId(`share-${moderator.id}`).click()
  await app.getByText('Telegram не ответил').waitFor({ timeout: 20_000 })
  await app.getByRole('button', { name: 'Отправить', exact: true }).click()
  await page.getByTestId(shareSheetId).getByText('page_order').waitFor()
  await page.getByTestId('share-cancel').click()
  await pressSend()
  await page.getByTestId(shareSheetId).getByText('page_order').waitFor()
})

test.for(['nostorage', 'nullstorage'])(
  'with the client "%s" a reload goes on where the person was',
  async (client) => {
    const phone = await openOrderIn(client)
    const order = await pathOf(phone)
    const reloadApp = async () => {
      // The page stays for a moment after it was told to reload, and looks like the reloaded one.
      const isOldPage = await markAppDocument(phone)
      await (await frameOf(phone)).evaluate('location.reload()')
      await expect.poll(isOldPage).toBe(false)
      await phone.waitForApp()
    }
    await reloadApp()
    await phone.app.getByRole('button', { name: 'Откликнуться', exact: true }).waitFor()
    expect(await pathOf(phone)).toBe(order)
    // The mini-app has changed its address since it was opened. A reload must keep the new address.
    await goTo(phone, '/search/orders')
    await phone.app.getByRole('article').first().waitFor()
    await reloadApp()
    await phone.app.getByRole('article').first().waitFor()
    expect(await pathOf(phone)).toBe('/search/orders')
    // Telegram's Back button still works after the reload, because the SDK has restored its launch parameters.
    await goTo(phone, order)
    await phone.app.getByRole('button', { name: 'Откликнуться', exact: true }).waitFor()
    await phone.page.getByTestId('app-back').click()
    await expect.poll(() => pathOf(phone)).toBe('/search/orders')
  },
)

test('a client before 6.1 has a way back from an order that a link has opened, and shares by a link', async () => {
  const takeScreenshot = createAlbum('old-client')
  const phone = await openOrderIn('old')
  await takeScreenshot(phone, 'order')
  await phone.app.getByRole('button', { name: sheetName }).click()
  const openedPage = phone.page.context().waitForEvent('page')
  await phone.app.getByRole('dialog', { name: sheetName }).getByRole('button', { name: 'Telegram' }).click()
  expect((await openedPage).url()).toMatch(/^https:\/\/t\.me\/share\/url\?url=|^about:blank$|^chrome-error:/)
  await phone.app.getByRole('button', { name: 'Назад' }).click()
  await expect.poll(() => pathOf(phone)).toBe('/search/personal')
  await answerHomeQuestion(phone, 'Пропустить')
  await takeScreenshot(phone, 'feed')
  expect(await phone.app.getByRole('button', { name: 'Назад' }).count()).toBe(0)
  ignoreErrors(phone, /ERR_/)
})

test('a language that was chosen once is not asked for by a telephone that keeps nothing', async () => {
  const id = await listingWith(setup, 'сети кофеен')
  const person = await newPerson(setup.world, 'Мария', 'Гущина')
  // Telegram clients before version 6.9 cannot store data for a mini-app.
  const options = { client: 'old', tme: `${bot}?startapp=page_order___orderId_${id}` }
  const first = await setup.phoneOf(person, options)
  await first.waitForApp()
  await first.app.getByText('English', { exact: true }).click()
  await first.app.getByRole('button', { name: 'Continue' }).click()
  await first.app.getByRole('button', { name: 'Respond', exact: true }).waitFor()
  const second = await setup.phoneOf(person, options)
  await second.app.getByRole('button', { name: 'Respond', exact: true }).waitFor()
  expect(await second.app.getByRole('button', { name: 'Continue' }).count()).toBe(0)
})

test('a payment page that did not open is opened again by the page that waits for the money', async () => {
  const takeScreenshot = createAlbum('payment-again')
  const phone = await setup.phoneOf(await newPerson(setup.world, 'Павел', 'Седов'))
  await placeOrder(phone, {
    title: 'Наклейки для пекарни',
    text: 'Шесть наклеек в одном духе, векторы готовы.',
    price: '9 000',
  })
  await phone.page.getByTestId('browser-close').click()
  await phone.app.getByRole('heading', { name: 'Проверяем оплату' }).waitFor()
  await phone.app.getByText('счёт тот же, дважды не спишется').waitFor()
  await takeScreenshot(phone, 'not-paid-yet')
  // Back does not return to the form of the saved order, because sending the form again would create a second order.
  const checkPath = await pathOf(phone)
  const frame = await frameOf(phone)
  await frame.evaluate('history.back()')
  await expect.poll(() => pathOf(phone)).not.toBe(checkPath)
  expect(await pathOf(phone)).not.toMatch(/create/)
  await frame.evaluate('history.forward()')
  await phone.app.getByText('счёт тот же, дважды не спишется').waitFor()
  await phone.app.getByRole('button', { name: 'Открыть оплату ещё раз' }).click()
  await waitForPaymentPage(phone)
  await payInBrowser(phone)
})
