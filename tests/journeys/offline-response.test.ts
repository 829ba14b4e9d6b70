import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { openShowroom, type Window } from '#tests/support/screens/showroom.ts'

const showroom = await openShowroom()
const { db } = showroom.api.ctx

const responseText = 'Здравствуйте! Два последних приложения делала для общепита, оплата выросла на 18 %.'
const folder = 'test-output/offline-response'

/** Opens a listing as a freelancer while online, and waits until the app has preloaded the response form. */
async function openListing(kind: 'order' | 'vacancy', title: string, width = 390): Promise<[Window, number]> {
  const id = await showroom.listing(title)
  const window = await showroom.open(people.freelancer, { theme: 'light', language: 'ru', width })
  const { page } = window
  const openRequests = new Set<Request>()
  page.on('request', (request) => openRequests.add(request))
  page.on('requestfinished', (request) => openRequests.delete(request))
  // A request that the page gives up never finishes.
  page.on('requestfailed', (request) => openRequests.delete(request))
  const preloading = page.waitForRequest(/\/(vacancy-)?respond-sheet-[\w-]+\.js$/)
  await window.go(`/${kind}/${id}`)
  await page.getByRole('button', { name: 'Откликнуться' }).waitFor()
  // All files of the form are requested at once. Its code is there when an import of it succeeds.
  const code = (await preloading).url()
  await expect.poll(() => openRequests.size).toBe(0)
  await page.evaluate(`import('${code}').then(() => undefined)`)
  return [window, id]
}

async function responsesTo(listing_id: number) {
  const storedResponses = await db
    .selectFrom('responses')
    .select(['response_text', 'price'])
    .where('listing_id', '=', listing_id)
    .where('user_id', '=', await showroom.person(people.freelancer))
    .execute()
  return storedResponses.map(({ response_text, price }) => ({ response_text, price: Number(price) }))
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.getByText('Нет связи. Открытое раньше можно читать').waitFor()
}

/** Writes a response while offline. The mini-app keeps it to send it later. */
async function fillResponse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Откликнуться' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Связи нет. Напишите сейчас, отклик уйдёт сам').waitFor()
  await sheet.getByRole('textbox').first().fill(responseText)
  await sheet.getByRole('button', { name: 'Отправить, когда будет связь' }).click()
  await sheet.waitFor({ state: 'detached' })
}

const waitingMark = (page: Page) => page.getByText('Ждёт связи', { exact: true })

test('a response to an order that is written without a network goes once when it is back', async () => {
  const [window, id] = await openListing('order', 'Карточки для Ozon')
  const { page } = window
  await goOffline(page)
  await page.getByRole('button', { name: 'Откликнуться' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Ваша цена' }).fill('420')
  await page.screenshot({ path: `${folder}/sheet.png` })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await fillResponse(page)
  await waitingMark(page).waitFor()
  await page.getByRole('button', { name: 'Отправим сами' }).waitFor()
  await page.screenshot({ path: `${folder}/waiting.png` })
  expect(await responsesTo(id)).toEqual([])

  // The waiting response is opened again, changed and kept again.
  await page.getByRole('button', { name: 'Изменить' }).click()
  const field = page.getByRole('dialog').getByRole('textbox').first()
  expect(await field.inputValue()).toBe(responseText)
  await field.fill(`${responseText} Готова начать.`)
  await page.getByRole('dialog').getByRole('button', { name: 'Отправить, когда будет связь' }).click()
  await waitingMark(page).waitFor()

  const sentRequests: string[] = []
  page.on('request', (request) => request.url().endsWith('/add_resp') && sentRequests.push(request.url()))
  await page.context().setOffline(false)
  // The browser may report several times that the network is back. The response must still be sent only once.
  await page.evaluate("for (let n = 0; n < 3; n++) window.dispatchEvent(new Event('online'))")
  await page.getByText('Связь вернулась, отклик отправлен').waitFor()
  await page.screenshot({ path: `${folder}/sent.png` })
  await waitingMark(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Вы откликнулись' }).waitFor()
  expect(sentRequests).toHaveLength(1)
  expect(await responsesTo(id)).toEqual([{ response_text: `${responseText} Готова начать.`, price: 42_000 }])
  await window.close()
})

test('an answer that is lost on its way does not double the response, and a closed app sends at its next visit', async () => {
  const [window, id] = await openListing('vacancy', 'Node.js', 320)
  const { page } = window
  // The server stores the response, but its answer is lost.
  let isReceived = false
  await page.route('**/api/vacancy/add_resp', async (route) => {
    if (isReceived) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Откликнуться' }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill(responseText)
  await page.getByRole('dialog').getByRole('button', { name: 'Откликнуться' }).click()
  await waitingMark(page).waitFor()
  await page.screenshot({ path: `${folder}/waiting-narrow.png` })
  expect(await responsesTo(id)).toHaveLength(1)
  isReceived = true
  await page.reload()
  await page.getByText('Связь вернулась, отклик отправлен').waitFor()
  expect(await responsesTo(id)).toHaveLength(1)
  await window.close()
})

test('an order that is closed meanwhile takes no response; the person is told, and the text stays', async () => {
  const [window, id] = await openListing('order', 'Логотип и стиль')
  const { page } = window
  await goOffline(page)
  await fillResponse(page)
  await waitingMark(page).waitFor()
  const executor_id = await showroom.person(people.executor)
  await placeRows(showroom.api.owner, 'listings', { id }, { status: 'in_progress', executor_id })
  await page.context().setOffline(false)
  const closedNotice = 'Пока связи не было, заказ закрыли. Отклик не отправлен, текст сохранён'
  await page.getByText(closedNotice).first().waitFor()
  await page.screenshot({ path: `${folder}/closed.png` })
  expect(await responsesTo(id)).toEqual([])
  const storedState = await page.evaluate<string>('JSON.stringify({ ...localStorage })')
  expect(storedState).toContain('Два последних приложения')
  await window.close()
})

test('without a network paying says so, and goes on with the next press', async () => {
  const window = await showroom.open(people.shop, { theme: 'light', language: 'ru' })
  const { page } = window
  await window.go(`/order/${await showroom.listing('Яндекс Директ')}`)
  const payButton = page.getByRole('contentinfo').getByRole('button', { name: /^Опубликовать|^Оплатить/ })
  await payButton.waitFor()
  await goOffline(page)
  await payButton.click()
  await page.getByText('Нет связи. Проверьте интернет').waitFor()
  await page.screenshot({ path: `${folder}/pay.png` })
  await page.context().setOffline(false)
  await page.getByText('Снова на связи').waitFor()
  await payButton.click()
  await page.getByRole('button', { name: /^Оплатить · / }).waitFor()
  await window.close()
})
