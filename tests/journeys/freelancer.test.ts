import { expect, test } from 'vitest'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import type { Phone } from '#tests/support/screens/phone.ts'
import { frameOf, goTo, pathOf } from './navigation.ts'
import { setUpJourneys } from './setup.ts'
import { chooseRussian, createAlbum, fillResponse, type Photograph, sendResponse } from './steps.ts'

/** People of the demo market: Boris responds, Olga gets the link, and the author owns the order. */
const boris = { id: 5000000000000031 }
const olga = { id: 5000000000000032 }
const author = { id: 5000000000000012 }
const setup = setUpJourneys({ hasDemo: true, roles: ['telegram', 'api', 'bot'] })

/** A published order without responses. */
function untouchedOrder() {
  return setup.db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.author_id')
    .select(['listings.id', 'listings.title'])
    .where('listings.kind', '=', 'order')
    .where('listings.status', '=', 'published')
    .where('listings.responses_count', '=', 0)
    .where('listings.is_remote', '=', true)
    .where('users.telegram_id', '=', author.id)
    .executeTakeFirstOrThrow()
}

/** JavaScript of a finger that drags 160 px down from the top of the page. */
const pullDown = `
  for (const [type, y] of [['touchstart', 100], ['touchmove', 260], ['touchend', 260]]) {
    const touch = new Touch({ identifier: 1, target: document.body, clientY: y })
    const touches = type === 'touchend' ? [] : [touch]
    document.body.dispatchEvent(new TouchEvent(type, { touches, bubbles: true }))
  }`

/**
 * Searches by words, by words without results, and again after a new order is published. Then clears the search field.
 */
async function searchByWords(phone: Phone, takeScreenshot: Photograph): Promise<void> {
  const { app } = phone
  const field = app.getByRole('searchbox', { name: 'Заказы и вакансии' })
  const cards = app.getByRole('article')
  const newestOrder = await setup.db
    .selectFrom('listings')
    .select(['id', 'title'])
    .where('title', 'like', '%ремонту инструмента%')
    .executeTakeFirstOrThrow()
  const setStatus = (status: 'hidden' | 'published') => {
    const hidden_reason = status === 'hidden' ? 'owner' : null
    const renewed_at = new Date().toISOString()
    return placeRows(setup.db, 'listings', { id: newestOrder.id }, { status, hidden_reason, renewed_at })
  }
  await setStatus('hidden')

  // Part of a word is enough to find orders. The tabs of orders, vacancies and freelancers show their totals.
  await field.pressSequentially('инструм')
  await expect.poll(() => pathOf(phone)).toMatch(/^\/search\/orders\?query=/)
  await app.getByRole('link', { name: /^Заказы \d+$/ }).waitFor()
  await app.getByRole('link', { name: /^Исполнители \d+$/ }).waitFor()
  await cards.first().waitFor()
  const countBefore = await cards.count()
  const highlightedWords = "[...CSS.highlights.get('searched')].map((range) => String(range).toLowerCase())"
  await expect
    .poll(async () => new Set(await (await frameOf(phone)).evaluate<string[]>(highlightedWords)))
    .toEqual(new Set(['инструм']))
  // New orders appear in the list only after the person presses the button for new orders.
  await setStatus('published')
  const newOrdersButton = app.getByRole('button', { name: 'Показать 1 новый заказ' })
  await expect
    .poll(async () => {
      await phone.minimise()
      await phone.page.getByTestId('app-restore').click()
      return await newOrdersButton.isVisible()
    })
    .toBe(true)
  expect(await cards.count()).toBe(countBefore)
  await takeScreenshot(phone, 'something-came')
  await newOrdersButton.click()
  await app.getByRole('link', { name: newestOrder.title }).waitFor()
  await newOrdersButton.waitFor({ state: 'detached' })

  // If nothing is found because of a filter, the page names that filter. Otherwise it names the words.
  await goTo(phone, `/search/orders?query=${encodeURIComponent('инструм')}&from=99999999`)
  await app.getByRole('heading', { name: 'По этим словам ничего нет' }).waitFor()
  await app.getByText(/^Уберите «от\s99\s999\s999\s₽»\s— найдётся \d/).waitFor()
  await takeScreenshot(phone, 'looser')
  await app.getByRole('button', { name: /^Показать \d+ заказ/ }).click()
  await cards.first().waitFor()
  await field.fill('инструм зззз')
  await app.getByRole('heading', { name: 'Ничего не нашли' }).waitFor()
  await app.getByRole('heading', { name: 'Попробуйте одно слово' }).waitFor()
  // The browser draws no clear button of its own at the end of the field, so a click there changes nothing.
  const { width, height } = (await field.boundingBox()) ?? { width: 0, height: 0 }
  await field.click({ position: { x: width - 6, y: height / 2 } })
  expect(await field.inputValue()).toBe('инструм зззз')
  await app.getByRole('button', { name: 'Стереть слова' }).click()

  // The empty search field offers recent searches.
  await field.click()
  await app.getByRole('heading', { name: 'Недавнее' }).waitFor()
  await takeScreenshot(phone, 'recent')
  await app
    .getByRole('button', { name: /^инструм\S* Заказы/ })
    .first()
    .click()
  await cards.first().waitFor()
  await app.getByRole('button', { name: 'Стереть слова' }).click()
  await expect.poll(() => field.evaluate((input) => input.matches(':focus'))).toBe(true)
  await expect.poll(() => pathOf(phone)).toBe('/search/orders')

  // Pulling the page down reloads the list, once the list without words has come.
  await expect.poll(() => cards.count()).toBeGreaterThan(countBefore + 1)
  const listRequest = phone.page.waitForRequest('**/api/projects')
  await (await frameOf(phone)).evaluate(pullDown)
  await listRequest
}

test('a freelancer finds an order by filters, keeps it, shares it, responds and takes the response back', async () => {
  const takeScreenshot = createAlbum('freelancer')
  const { id, title } = await untouchedOrder()
  const phone = await setup.phoneOf(boris, { tme: 'otklik_demo_bot?startapp=page_search-personal' })
  const { app, page } = phone
  await phone.waitForApp()
  await chooseRussian(phone)

  await searchByWords(phone, takeScreenshot)

  // The person goes from the feed to a filtered list of orders and adds one order to the favourites.
  await app.getByRole('link', { name: 'Заказы', exact: true }).click()
  await app.getByRole('button', { name: /^Фильтры/ }).click()
  const filters = app.getByRole('dialog', { name: 'Фильтры' })
  await filters.getByRole('button', { name: 'Низкая' }).click()
  await filters.getByRole('button', { name: 'Удалённо' }).click()
  await filters.getByRole('button', { name: 'Сохранить поиск' }).click()
  await app.getByText('Поиск сохранён, бот сообщит о новых').waitFor()
  const savedSearches = setup.db
    .selectFrom('saved_searches')
    .innerJoin('users', 'users.id', 'saved_searches.user_id')
    .select(['saved_searches.kind', 'saved_searches.is_notify'])
    .where('users.telegram_id', '=', boris.id)
  expect(await savedSearches.execute()).toEqual([{ kind: 'order', is_notify: true }])
  await filters.getByRole('button', { name: /^Показать \d+ заказ/ }).click()
  const card = app.getByRole('article').filter({ has: app.getByRole('link', { name: title }) })
  await card.getByRole('button', { name: 'В избранное' }).click()
  await app.getByText('Добавлено в избранное').waitFor()
  await takeScreenshot(phone, 'filtered')

  // After a visit to the profile, the search section shows the same list with the same filters.
  const pathFound = await pathOf(phone)
  await app.getByRole('link', { name: 'Профиль', exact: true }).click()
  await app.getByRole('radio', { name: 'Я фрилансер' }).waitFor()
  await app.getByRole('link', { name: 'Поиск', exact: true }).click()
  await card.waitFor()
  expect(await pathOf(phone)).toBe(pathFound)

  // The page of an order first shows the data of its card while it loads. Few requests are sent.
  const requestPaths: string[] = []
  page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname))
  // Waits until the feed sends no more requests.
  for (let countBefore = -1; countBefore < requestPaths.length; ) {
    countBefore = requestPaths.length
    await new Promise((resolve) => setTimeout(resolve, 700))
  }
  requestPaths.length = 0
  // A code file may be requested twice, once as a prefetch. Code files that are needed after the server's answer are
  // prefetched as well.
  // The route stays until the end: a request that is sent while a route is taken away may never be answered.
  const pageSeen = Promise.withResolvers<void>()
  await page.route('**/full_info', async (route) => {
    await pageSeen.promise
    await route.continue()
  })
  await card.getByRole('link', { name: title }).click()
  await app.locator('main[aria-busy] h1', { hasText: title }).waitFor()
  await takeScreenshot(phone, 'order-on-its-way')
  const pathsBeforeAnswer = new Set(requestPaths)
  pageSeen.resolve()
  await app.getByRole('heading', { name: 'Задача' }).waitFor()
  expect(pathsBeforeAnswer.size, [...pathsBeforeAnswer].join(' ')).toBeLessThanOrEqual(6)

  // Shares the order's link by the clipboard, then in a chat with another person.
  await app.getByRole('button', { name: 'Поделиться' }).click()
  await takeScreenshot(phone, 'share-sheet')
  await app.getByRole('button', { name: /Скопировать ссылку/ }).click()
  await app.getByText('Ссылка для Telegram скопирована в буффер', { exact: true }).waitFor()
  await app.getByRole('button', { name: 'Поделиться' }).click()
  await app.getByRole('button', { name: 'Telegram', exact: true }).click()
  await page.getByTestId(`share-${olga.id}`).click()

  // Sends a response, checks its place among all responses and goes back.
  await app.getByRole('button', { name: 'Откликнуться' }).click()
  await app.getByRole('dialog', { name: 'Отклик на заказ' }).waitFor()
  await fillResponse(phone, { text: 'Начну завтра, покажу через неделю.', price: '30 000', currency: 'RUB' })
  // If a file cannot be sent, the form keeps the text and the other files. The test then removes that file.
  const form = app.getByRole('dialog', { name: 'Отклик на заказ' })
  await form.getByLabel('Примеры работ').setInputFiles([
    { name: 'Ролик.mov', mimeType: 'video/quicktime', buffer: Buffer.from('no') },
    ...['Пример', 'Макет', 'Лишний'].map((name) => {
      return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf }
    }),
  ])
  await app.getByText('Файлов может быть не больше 3').waitFor()
  for (const name of ['Пример', 'Макет'])
    await form.getByRole('button', { name: `Убрать файл: ${name}.pdf` }).waitFor()
  expect(await form.getByText('Лишний.pdf').count()).toBe(0)
  expect(await form.locator('input[type=file]').count()).toBe(0)
  await takeScreenshot(phone, 'response-with-files')
  await form.getByRole('button', { name: 'Откликнуться', exact: true }).click()
  await app.getByText('Файл не загрузился. Повторите загрузку или уберите его').waitFor()
  await form.getByRole('button', { name: /: Ролик\.mov$/ }).click()
  await sendResponse(phone)
  await app.getByRole('button', { name: 'Мои отклики' }).click()
  await app.getByRole('link', { name: title }).click()
  await app.getByRole('heading', { name: 'Ваш отклик' }).waitFor()
  const respondedMark = app.getByRole('button', { name: 'Вы откликнулись' })
  await respondedMark.waitFor()
  expect(await respondedMark.isDisabled()).toBe(true)
  await app.getByRole('link', { name: 'Пример.pdf' }).waitFor()
  await takeScreenshot(phone, 'own-response')
  // Buttons of the bot open the page with the edit form or with the question about the withdrawal.
  await goTo(phone, `/order/${id}?own=edit`)
  await app.getByRole('dialog', { name: 'Ваш отклик' }).waitFor()
  await page.keyboard.press('Escape')
  await app.getByRole('dialog', { name: 'Ваш отклик' }).waitFor({ state: 'detached' })
  const withdrawal = app.getByRole('alertdialog', { name: 'Отозвать отклик?' })
  await goTo(phone, `/order/${id}?own=withdraw`)
  await withdrawal.getByRole('button', { name: 'Отмена' }).click()
  await withdrawal.waitFor({ state: 'detached' })
  await app.getByRole('button', { name: 'Отозвать' }).click()
  await withdrawal.getByRole('button', { name: 'Отозвать' }).click()
  await app.getByText('Отклик отозван').waitFor()
  // The form is empty after the response was sent.
  await app.getByRole('button', { name: 'Откликнуться' }).click()
  const sheet = app.getByRole('dialog', { name: 'Отклик на заказ' })
  const message = sheet.getByRole('textbox', { name: 'Сообщение заказчику' })
  expect(await message.inputValue()).toBe('')
  expect(await sheet.getByRole('textbox', { name: 'Ваша цена' }).inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  const responses = await setup.db
    .selectFrom('responses')
    .select('status')
    .where('listing_id', '=', id)
    .execute()
  expect(responses).toEqual([{ status: 'withdrawn' }])

  // The list of favourites shows the order with its price converted to the person's own currency.
  const rate_date = new Date().toISOString().slice(0, 10)
  await setup.db.updateTable('currencies').set({ rate_date }).execute()
  await setup.db.updateTable('users').set({ currency_id: 3 }).where('telegram_id', '=', boris.id).execute()
  await page.getByTestId('app-menu').click()
  await page.getByTestId('app-reload').click()
  await phone.waitForApp()
  // After a reload, the mini-app shows the same page again.
  await app.getByRole('button', { name: 'Откликнуться' }).waitFor()
  await goTo(phone, '/profile')
  await app.getByText('Показывать цены в моей валюте').click()
  await app.getByRole('link', { name: 'Избранное' }).click()
  await card.getByText(/^≈.*\$$/).waitFor()
  await takeScreenshot(phone, 'price-in-dollars')
  await app.getByRole('link', { name: title }).click()
  await app.getByText(/ · ≈.*\$$/).waitFor()
  await takeScreenshot(phone, 'page-in-dollars')

  // The other person opens the shared link to the order.
  const otherPhone = await setup.phoneOf(olga)
  await otherPhone.page
    .getByTestId(/^chat--?\d+$/)
    .filter({ hasText: 'Борис' })
    .click()
  await otherPhone.message(title).getByRole('button', { name: 'Открыть заказ' }).click()
  await otherPhone.waitForApp()
  await chooseRussian(otherPhone)
  await otherPhone.app.getByRole('heading', { name: title }).waitFor()
  await otherPhone.app.getByRole('button', { name: 'Откликнуться' }).waitFor()
})
