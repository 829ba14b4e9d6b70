import { expect, test } from 'vitest'
import { hapticsOf, watchClosing } from './closing.ts'
import { frameOf } from './navigation.ts'
import { newFreelancer, newPerson, signIn } from './people.ts'
import { listingOf, paymentsOf, setUpJourneys } from './setup.ts'
import {
  approveOrder,
  category,
  chooseRussian,
  confirmPhone,
  createAlbum,
  fillOrder,
  fillResponse,
  goToNewOrder,
  moderator,
  moderatorsChat,
  openBotFirst,
  openFromMessage,
  openPayment,
  payInBrowser,
  placeOrder,
  saveOrder,
  sendResponse,
  waitForPaymentPage,
} from './steps.ts'

const setup = setUpJourneys()
const text = 'Каталог на сто товаров, корзина и оплата. Фотографии и описания готовы.'

test('a rejected order is fixed by its author and comes back without another payment', async () => {
  const takeScreenshot = createAlbum('rejection')
  const title = 'Магазин керамики'
  const author = await newPerson(setup.world, 'Вера', 'Зимина')
  const vera = await setup.phoneOf(author)
  await placeOrder(vera, { title, text: `${text} Звоните: +7 916 000-00-00`, price: '80 000' })
  await payInBrowser(vera)

  const maria = await setup.phoneOf(moderator)
  await maria.openChat(moderatorsChat)
  await maria.message(title).filter({ hasText: 'контакты в тексте' }).waitFor()
  await maria.press(title, 'Отклонить')
  await maria.message(title).getByRole('button', { name: 'Контакты в описании' }).waitFor()
  await takeScreenshot(maria, 'moderator-chooses-a-reason')
  await maria.press(title, 'Контакты в описании')
  await maria.message(title).filter({ hasText: 'Отклонено, Мария' }).waitFor()
  await takeScreenshot(maria, 'moderator-rejected')

  await vera.minimise()
  const notice = `Заказ «${title}» не опубликован.`
  await vera.message(notice).filter({ hasText: 'Причина: Контакты в описании' }).waitFor()
  await takeScreenshot(vera, 'author-told-the-reason')
  await openFromMessage(vera, notice, 'Исправить')
  await vera.app.getByRole('blockquote').getByText('Контакты в описании').waitFor()
  for (const name of ['Исправить', 'Поделиться', 'Удалить'])
    await vera.app.getByRole('button', { name, exact: true }).waitFor()
  await vera.app.getByRole('button', { name: /^Вернуть\sденьги.*₽$/ }).waitFor()
  await vera.app.getByRole('button', { name: /^Обжаловать\sрешение/ }).waitFor()
  expect(
    await vera.app.getByRole('button', { name: /^(Редактировать|Отправить на проверку)$/ }).count(),
  ).toBe(0)
  await takeScreenshot(vera, 'author-at-the-rejected-order')
  await vera.app.getByRole('button', { name: 'Вернуть деньги' }).click()
  const refund = vera.app.getByRole('alertdialog', { name: 'Вернуть деньги?' })
  await refund.getByText('оплата размещения вернётся').waitFor()
  await takeScreenshot(vera, 'author-may-have-the-money-back')
  await refund.getByRole('button', { name: 'Отмена' }).click()
  await vera.app.getByRole('button', { name: 'Исправить' }).click()
  await vera.app.getByRole('textbox', { name: 'Описание' }).fill(text)
  await vera.app.getByRole('button', { name: 'Отправить на проверку' }).click()
  await vera.app.getByRole('heading', { name: 'Проверяем', exact: true }).waitFor()
  await takeScreenshot(vera, 'author-sent-it-again')

  await approveOrder(maria, title)
  await vera.app.getByText(/^В\sленте\sещё/).waitFor()
  const listing = await listingOf(setup, title)
  expect(listing.status).toBe('published')
  expect(await paymentsOf(setup, listing.id)).toEqual([
    { id: expect.any(Number), state: 'paid', amount: 250_000 },
  ])
})

test('a payment whose result call is lost is found by asking the provider', async () => {
  const takeScreenshot = createAlbum('lost-result')
  const title = 'Логотип для пекарни'
  const author = await newPerson(setup.world, 'Олег', 'Панин')
  const oleg = await setup.phoneOf(author)
  await placeOrder(oleg, { title, text, price: '15 000' })
  const listing = await listingOf(setup, title)
  const [payment] = await paymentsOf(setup, listing.id)
  if (!payment) throw new Error('the order has no invoice')

  // The bank first refuses the card. After the return, the order's page reports the refusal and that no money was
  // taken.
  await oleg.outside.getByRole('button', { name: 'Отказ банка' }).click()
  await oleg.waitForApp()
  await oleg.app.getByRole('heading', { name: 'Оплата не прошла' }).waitFor()
  await oleg.app.getByText('Деньги не списаны.').waitFor()
  const color = await (await frameOf(oleg)).evaluate<string>(
    "getComputedStyle(document.querySelector('main svg')).color",
  )
  const [red = 0, ...otherChannels] = (color.match(/\d+/g) ?? []).map(Number)
  expect(red).toBeGreaterThan(2 * Math.max(...otherChannels))
  await takeScreenshot(oleg, 'author-was-refused')
  await oleg.app.getByRole('button', { name: 'Оплатить ещё раз' }).click()
  // The page has already loaded the payment link, so one press opens the payment page.
  await waitForPaymentPage(oleg)
  await oleg.outside.getByRole('button', { name: 'Отказ банка' }).click()
  await oleg.app.getByRole('heading', { name: 'Оплата не прошла' }).waitFor()
  await oleg.app.getByRole('button', { name: 'Другая карта или СБП' }).click()
  await waitForPaymentPage(oleg)
  await watchClosing(oleg)

  // The payment succeeds, but Robokassa's result call is lost. The person closes the payment page without returning to
  // the order.
  await setup.world.robokassa.post('/_control', { faults: [{ kind: 'drop', inv_id: payment.id }] })
  await setup.world.robokassa.post('/_control/pay', { InvId: payment.id })
  await oleg.page.getByTestId('browser-close').click()
  // Opening the order's page after a refusal asks Robokassa about the payment. The answer may arrive before the page
  // shows "checking".
  await oleg.app.getByRole('heading', { name: /Проверяем оплату|Оплата прошла/ }).waitFor()
  await takeScreenshot(oleg, 'author-waits')

  // The first inquiry about a payment is due after a minute. The test makes it due now.
  const nowText = new Date().toISOString()
  const openInvoice = setup.db
    .updateTable('payments')
    .where('id', '=', payment.id)
    .where('state', '=', 'created')
  await openInvoice.set({ next_check_at: nowText }).execute()
  await oleg.app.getByRole('heading', { name: 'Оплата прошла' }).waitFor()
  expect(await hapticsOf(oleg)).toEqual(['success'])
  await takeScreenshot(oleg, 'author-sees-the-payment')

  const maria = await setup.phoneOf(moderator)
  await maria.openChat(moderatorsChat)
  await approveOrder(maria, title)
  await oleg.app.getByRole('link', { name: 'Открыть заказ' }).click()
  await oleg.app.getByText(/^В\sленте\sещё/).waitFor()
  const results = await setup.db
    .selectFrom('payment_notices')
    .select('id')
    .where('invoice_id', '=', payment.id)
    .execute()
  expect(results).toEqual([])
})

test('taps that come twice make one order, one invoice, one payment and one response', async () => {
  const title = 'Парсер расписания электричек'
  const author = await newPerson(setup.world, 'Яна', 'Котова')
  const worker = await newFreelancer(setup.world, 'Глеб', 'Нестеров', category.id)
  const yana = await setup.phoneOf(author)
  await openBotFirst(yana)
  await chooseRussian(yana)
  await goToNewOrder(yana)
  await fillOrder(yana, { title, text, price: '20 000' })
  await saveOrder(yana, { taps: 2 })

  // Two concurrent requests for an invoice return the same invoice that the page has requested.
  const listing = await listingOf(setup, title)
  const client = await signIn(setup.world, author)
  const body = { project_id: listing.id, payment_type: 'project', payment_method: 'robokassa' }
  const requestInvoice = () => client.call('POST', '/pay/generate-payment-robokassa', body)
  const invoices = await Promise.all([requestInvoice(), requestInvoice()])
  expect(invoices[0]).toEqual(invoices[1])

  await openPayment(yana, { taps: 2 })
  await payInBrowser(yana, { taps: 2 })
  expect(await paymentsOf(setup, listing.id)).toMatchObject([{ state: 'paid' }])
  const operations = await setup.world.robokassa.get<{ inv_id: number; state: number }[]>('/_operations')
  const [payment] = await paymentsOf(setup, listing.id)
  expect(operations.filter(({ inv_id, state }) => inv_id === payment?.id && state === 100)).toHaveLength(1)

  const maria = await setup.phoneOf(moderator)
  await maria.openChat(moderatorsChat)
  await approveOrder(maria, title)

  const gleb = await setup.phoneOf(worker)
  await gleb.openChat()
  await openFromMessage(gleb, `Новый заказ: ${title}`, 'Открыть заказ')
  await chooseRussian(gleb)
  await gleb.app.getByRole('button', { name: 'Откликнуться' }).click()
  await confirmPhone(gleb)
  await fillResponse(gleb, { text: 'Сделаю за три дня.', price: '18 000', currency: 'RUB' })
  await sendResponse(gleb, { taps: 2 })

  // Another freelancer sends a response twice at the same time. Only one response is created.
  const secondFreelancer = await newFreelancer(setup.world, 'Рита', 'Серова', category.id)
  const rita = await signIn(setup.world, secondFreelancer)
  await setup.world.telegram.post(`/users/${secondFreelancer.id}/contact`)
  await expect
    .poll(() => rita.call('POST', `/api/users/verify-profile/${rita.user.id}`))
    .toMatchObject({ is_verified: true })
  const response = { project_id: listing.id, response_text: 'Готова начать завтра.', response_type: 200 }
  const answer = () => rita.call('POST', '/api/projects/add_resp', { response })
  const outcomes = await Promise.allSettled([answer(), answer()])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const responses = await setup.db
    .selectFrom('responses')
    .select('response_text')
    .where('listing_id', '=', listing.id)
    .execute()
  expect(responses.map(({ response_text }) => response_text).sort()).toEqual([
    'Готова начать завтра.',
    'Сделаю за три дня.',
  ])
  expect((await listingOf(setup, title)).responses_count).toBe(2)
  await yana.minimise()
  const list = yana.message(`2 новых отклика на заказ «${title}»`)
  await list.waitFor()
  for (const { name } of [worker, secondFreelancer]) expect(await list.textContent()).toContain(name)
  const notices = await setup.world.telegram.get<unknown[]>(
    `/messages?chat_id=${author.id}&text=${encodeURIComponent('2 новых отклика')}`,
  )
  expect(notices).toHaveLength(1)
})
