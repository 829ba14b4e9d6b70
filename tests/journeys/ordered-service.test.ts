import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import type { Phone } from '#tests/support/screens/phone.ts'
import { botPeople } from './bot-people.ts'
import { goTo, openAppAt, pathOf } from './navigation.ts'
import { ignoreErrors, setUpJourneys } from './setup.ts'
import { createAlbum } from './steps.ts'

const setup = setUpJourneys()
const { client, freelancer } = botPeople(setup)

const textsByLanguage = {
  ru: {
    name: 'Разбор экрана заказа',
    order: /^Заказать · 12/,
    sheet: 'Заказать услугу',
    question: 'Ссылка на приложение',
    send: 'Отправить запрос',
    waits: 'Ждём ответа',
    request: 'Запрос на услугу',
    requests: 'Запросы на услуги',
    price: 'Другая цена',
    ownPrice: 'Ваша цена',
    why: 'Почему',
    offer: /^Предложить 18/,
    offered: 'Вы предложили другую цену',
    theirPrice: 'Предлагает другую цену',
    agree: 'Согласиться',
    deal: 'Сделка',
    reviewed: 'Отзывы открыты',
    decline: 'Отказаться',
    reason: 'Нет времени',
    isDeclined: 'Причина: Нет времени',
    lapsed: /^Ответа не было семь дней/,
    again: 'Похожие услуги',
    missing: 'Запрос не найден',
    missingOrder: 'Заказ не найден',
    write: 'Написать',
    share: 'Поделиться',
  },
  en: {
    name: 'Review of an order screen',
    order: /^Order · /,
    sheet: 'Order the service',
    question: 'Link to the app',
    send: 'Send request',
    waits: 'Waiting for an answer',
    request: 'Request for a service',
    requests: 'Requests for services',
    price: 'Another price',
    ownPrice: 'Your price',
    why: 'Why',
    offer: /^Offer /,
    offered: 'You offered another price',
    theirPrice: 'Offers another price',
    agree: 'Agree',
    deal: 'Deal',
    reviewed: 'Both reviews are published',
    decline: 'Decline',
    reason: 'No time',
    isDeclined: 'Reason: No time',
    lapsed: /^There was no answer within seven days/,
    again: 'Similar services',
    missing: 'Request not found',
    missingOrder: 'Order not found',
    write: 'Message',
    share: 'Share',
  },
}

type Reader = Awaited<ReturnType<typeof client>>

/** A client and a freelancer with a service that asks one question. */
async function prepare(language: Language) {
  const texts = textsByLanguage[language]
  const anna = await client(language)
  await setup.world.telegram.post(`/users/${anna.id}/contact`)
  const isVerified = () =>
    setup.db.selectFrom('users').select('is_verified').where('id', '=', anna.user_id).executeTakeFirst()
  await expect.poll(isVerified).toEqual({ is_verified: true })
  const alina = await freelancer('Алина', language)
  const { id } = await alina.call<{ id: number }>('POST', '/api/users/add_user_service', {
    service_name: texts.name,
    service_price: 12_000,
    terms_id: 1,
    service_days: 5,
    service_questions: [texts.question],
  })
  return { texts, anna, alina, service_id: id }
}

const sendRequest = async ({ call }: Reader, service_id: number, question: string): Promise<number> => {
  const answers = [{ question, answer: 't.me/zerno_bot/menu' }]
  const body = { price: 12_000, days: 5, answers }
  const { id } = await call<{ id: number }>('POST', `/api/services/${service_id}/requests`, body)
  return id
}

async function openAt(person: Reader, language: Language, path: string): Promise<Phone> {
  if (language === 'ru') return openAppAt(setup, person, path)
  const phone = await setup.phoneOf(person, { tme: 'otklik_demo_bot?startapp=page_search-personal' })
  await phone.waitForApp()
  await phone.app.getByText('English', { exact: true }).click()
  await phone.app.getByRole('button', { name: 'Continue' }).click()
  await goTo(phone, path)
  return phone
}

/** Starts counting taps in the mini-app. Returns a function that reads the count. */
async function countTaps({ page }: Phone): Promise<() => number> {
  let tapCount = 0
  await page.context().exposeBinding('tapped', () => void tapCount++)
  const script = `addEventListener('pointerdown', ({ isTrusted }) => isTrusted && tapped(), { capture: true })`
  for (const frame of page.frames()) await frame.evaluate(script)
  return () => tapCount
}

test.each(['ru', 'en'] as const)(
  'a service is ordered from a profile in four taps, gets another price, and becomes a reviewed deal, %s',
  async (language) => {
    const { texts, anna, alina } = await prepare(language)
    const takeScreenshot = createAlbum(`ordered-service-${language}`)
    const annasPhone = await openAt(anna, language, `/user/${alina.user_id}`)
    const { app } = annasPhone
    await app.getByRole('link', { name: new RegExp(texts.name) }).waitFor()
    const taps = await countTaps(annasPhone)
    await app.getByRole('link', { name: new RegExp(texts.name) }).click()
    await app.getByRole('button', { name: texts.order }).click()
    const sheet = app.getByRole('dialog', { name: texts.sheet })
    const field = sheet.getByRole('textbox', { name: texts.question })
    // The first field has the focus, so that no tap is needed before the answer.
    await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true)
    await annasPhone.page.keyboard.insertText('t.me/zerno_bot/menu')
    await takeScreenshot(annasPhone, 'sheet')
    await sheet.getByRole('button', { name: texts.send }).click({ clickCount: 2, delay: 20 })
    await app.getByRole('heading', { name: texts.waits }).waitFor()
    expect(taps()).toBeGreaterThan(2)
    expect(taps()).toBeLessThanOrEqual(4)
    await takeScreenshot(annasPhone, 'sent')
    const requests = await setup.db
      .selectFrom('service_requests')
      .select('listing_id')
      .where('client_id', '=', anna.user_id)
      .execute()
    expect(requests).toHaveLength(1)
    const id = requests[0]?.listing_id ?? 0
    expect(await pathOf(annasPhone)).toBe(`/request/${id}`)

    const alinasPhone = await openAt(alina, language, '/responses')
    await alinasPhone.app.getByRole('region', { name: texts.requests }).getByText('1').first().waitFor()
    await alinasPhone.app.getByRole('link', { name: texts.name }).click()
    await alinasPhone.app.getByRole('heading', { name: texts.request }).waitFor()
    await alinasPhone.app.getByText('t.me/zerno_bot/menu').waitFor()
    await takeScreenshot(alinasPhone, 'received')
    await alinasPhone.app.getByRole('button', { name: texts.price }).click()
    const offer = alinasPhone.app.getByRole('dialog', { name: texts.price })
    await offer.getByRole('textbox', { name: texts.ownPrice }).fill('18000')
    await offer.getByRole('textbox', { name: texts.why }).fill('Экранов три, а не один')
    await takeScreenshot(alinasPhone, 'offering')
    await offer.getByRole('button', { name: texts.offer }).click()
    await alinasPhone.app.getByRole('heading', { name: texts.offered }).waitFor()

    // The other side's page follows by itself.
    await app.getByRole('heading', { name: texts.theirPrice }).waitFor()
    await app.getByText('Экранов три, а не один').waitFor()
    await takeScreenshot(annasPhone, 'countered')
    await app.getByRole('button', { name: texts.agree }).click()
    await app.getByRole('alertdialog').getByRole('button', { name: texts.agree }).click()
    await app.getByRole('region', { name: texts.deal }).waitFor()
    expect(await pathOf(annasPhone)).toBe(`/order/${id}`)
    expect(await app.getByRole('button', { name: texts.share }).count()).toBe(0)
    await takeScreenshot(annasPhone, 'deal')
    await app.getByRole('button', { name: texts.write }).first().click()
    await expect.poll(() => pathOf(annasPhone)).toMatch(/^\/chat\/\d+$/)

    await alina.call('POST', `/api/projects/hand_in/${id}`, { text: 'Готово', file_ids: [] })
    await anna.call('POST', `/api/projects/complete/${id}`)
    await anna.call('POST', '/api/reviews', { listing_id: id, rating: 5 })
    await alina.call('POST', '/api/reviews', { listing_id: id, rating: 4 })
    await goTo(annasPhone, `/order/${id}`)
    await app.getByRole('heading', { name: texts.reviewed }).waitFor()
    await goTo(annasPhone, `/request/${id}`)
    await app.locator(`a[href="/order/${id}"]`).waitFor()
    const { status, audience } = await setup.db
      .selectFrom('listings')
      .select(['status', 'audience'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect({ status, audience }).toEqual({ status: 'completed', audience: 'private' })

    const stranger = await openAt(await freelancer('Вера', language), language, `/request/${id}`)
    await stranger.app.getByRole('heading', { name: texts.missing }).waitFor()
    await goTo(stranger, `/order/${id}`)
    await stranger.app.getByRole('heading', { name: texts.missingOrder }).waitFor()
    expect(await stranger.app.getByText('zerno_bot').count()).toBe(0)
    ignoreErrors(stranger, /404/)
  },
  120_000,
)

test.each(['ru', 'en'] as const)(
  'a request that is declined, and one that nobody answers, end with a next step, %s',
  async (language) => {
    const { texts, anna, alina, service_id } = await prepare(language)
    const first = await sendRequest(anna, service_id, texts.question)
    const alinasPhone = await openAt(alina, language, `/request/${first}`)
    await alinasPhone.app.getByRole('button', { name: texts.decline }).click()
    const sheet = alinasPhone.app.getByRole('dialog')
    await sheet.getByRole('button', { name: texts.reason }).click()
    await sheet.getByRole('button', { name: texts.decline }).click()
    await sheet.waitFor({ state: 'detached' })
    const annasPhone = await openAt(anna, language, `/order/${first}`)
    await annasPhone.app.getByText(texts.isDeclined).waitFor()
    expect(await pathOf(annasPhone)).toBe(`/request/${first}`)
    await annasPhone.app.getByRole('link', { name: texts.again }).waitFor()

    const second = await sendRequest(anna, service_id, texts.question)
    await goTo(annasPhone, `/request/${second}`)
    await annasPhone.app.getByRole('heading', { name: texts.waits }).waitFor()
    const ends_at = new Date(Date.now() - 1000).toISOString()
    await setup.db.updateTable('service_requests').set({ ends_at }).where('listing_id', '=', second).execute()
    await annasPhone.app.getByRole('heading', { name: texts.lapsed }).waitFor({ timeout: 90_000 })
  },
  150_000,
)

const text = 'Гости заказывают кофе с собой и бросают на выборе кофейни.'

test('without a network nothing that was written is lost, and terms that changed meanwhile are shown before they are sent', async () => {
  const { texts, anna, alina, service_id } = await prepare('ru')
  const takeScreenshot = createAlbum('ordered-service-changed')
  const phone = await openAppAt(setup, anna, `/service/${service_id}`)
  const { app, page } = phone
  await app.getByRole('button', { name: texts.order }).click()
  const sheet = app.getByRole('dialog', { name: texts.sheet })
  const field = sheet.getByRole('textbox', { name: texts.question })
  await field.fill(text)
  const file = { name: 'Воронка.txt', mimeType: 'text/plain', buffer: Buffer.from('Октябрь: 38 кофеен') }
  await sheet.locator('input[type=file]').setInputFiles(file)
  await sheet.getByRole('button', { name: texts.send, disabled: false }).waitFor()

  await page.context().setOffline(true)
  await sheet.getByText('Связи нет. Текст сохранится').waitFor()
  await sheet.getByRole('button', { name: texts.send }).click()
  await app.getByText('Нет связи. Проверьте интернет').waitFor()
  await takeScreenshot(phone, 'offline')
  await page.context().setOffline(false)
  await sheet.getByText('Связи нет. Текст сохранится').waitFor({ state: 'detached' })

  await alina.call('POST', '/api/users/edit_user_service', {
    id: service_id,
    service_name: texts.name,
    service_price: 15_000,
    terms_id: 2,
    service_days: 8,
    service_questions: [texts.question],
  })
  await sheet.getByRole('button', { name: texts.send }).click()
  await sheet.getByText('Условия услуги изменились').waitFor()
  await sheet.getByText(/^15\s000\s₽$/).waitFor()
  await sheet.getByText('за час').waitFor()
  await takeScreenshot(phone, 'new-terms')
  expect(await field.inputValue()).toBe(text)
  const requestsOf = setup.db.selectFrom('service_requests').where('client_id', '=', anna.user_id)
  expect(await requestsOf.selectAll().execute()).toEqual([])

  await sheet.getByRole('button', { name: texts.send }).click()
  await app.getByRole('heading', { name: texts.waits }).waitFor()
  const stored = await requestsOf.select(['listing_id', 'list_price', 'price_term_id', 'days']).execute()
  expect(stored).toMatchObject([{ list_price: 1_500_000, price_term_id: 2, days: 8 }])
  const alinasPhone = await openAppAt(setup, alina, `/request/${stored[0]?.listing_id}`)
  await alinasPhone.app.getByText('Воронка.txt').waitFor()
  await alinasPhone.app.getByText(text).waitFor()
  await takeScreenshot(alinasPhone, 'received')
  ignoreErrors(phone, /409|ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)/)
})

test("another price waits on the client's home screen until it is answered", async () => {
  const { texts, anna, alina, service_id } = await prepare('ru')
  await anna.call('POST', '/api/users/start_choice', { choice: 'hire' })
  const id = await sendRequest(anna, service_id, texts.question)
  const phone = await openAppAt(setup, anna, '/search/personal')
  const { app } = phone
  await app.getByRole('link', { name: texts.name }).waitFor()
  await app.getByText('Запрос отправлен').waitFor()
  await alina.call('POST', `/api/service_requests/${id}/counter`, { price: 18_000 })
  await goTo(phone, '/profile')
  await goTo(phone, '/search/personal')
  await app.getByRole('link', { name: 'Другая цена: ждёт ответа' }).click()
  await app.getByRole('heading', { name: texts.theirPrice }).waitFor()
  expect(await pathOf(phone)).toBe(`/request/${id}`)
  await createAlbum('ordered-service-home')(phone, 'countered')
  await app.getByRole('button', { name: 'Не подходит' }).click()
  await app.getByRole('alertdialog').getByRole('button', { name: 'Закрыть запрос' }).click()
  await app.getByRole('heading', { name: 'Вы не согласились на другую цену' }).waitFor()
  await goTo(phone, '/search/personal')
  await app
    .getByRole('button', { name: 'Создать заказ' })
    .or(app.getByRole('link', { name: 'Создать заказ' }))
    .first()
    .waitFor()
  await app.getByText('Другая цена: ждёт ответа').waitFor({ state: 'detached' })
})
