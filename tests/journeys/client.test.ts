import { expect, test } from 'vitest'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { hapticsOf, watchClosing } from './closing.ts'
import { goTo } from './navigation.ts'
import { newFreelancer, newPerson, type Person, signIn } from './people.ts'
import { ignoreErrors, listingOf, setUpJourneys } from './setup.ts'
import {
  approveOrder,
  category,
  chooseRussian,
  createAlbum,
  fillResponse,
  moderator,
  moderatorsChat,
  openPayment,
  type Photograph,
  payInBrowser,
} from './steps.ts'

const setup = setUpJourneys()

/** A freelancer with a confirmed phone. */
async function openVerifiedPerson(first_name: string, last_name: string) {
  const person = await newFreelancer(setup.world, first_name, last_name, category.id)
  const { user, call } = await signIn(setup.world, person)
  await setup.world.telegram.post(`/users/${person.id}/contact`)
  await expect
    .poll(() => call('POST', `/api/users/verify-profile/${user.id}`))
    .toMatchObject({ is_verified: true })
  return { person, call }
}

/** Opens an order, responds with a boost and pays for the boost. */
async function respondWithBoost(person: Person, tme: string, takeScreenshot: Photograph): Promise<void> {
  const phone = await setup.phoneOf(person, { tme })
  const { app, outside } = phone
  await phone.waitForApp()
  await chooseRussian(phone)
  await app.getByRole('button', { name: 'Откликнуться' }).click()
  // The freelancer means a price in roubles but chooses TON. The form shows the price in roubles and asks once for
  // confirmation.
  await fillResponse(phone, {
    text: 'Нарисую двенадцать экранов за две недели.',
    price: '45 000',
    currency: 'TON',
  })
  const sheet = app.getByRole('dialog', { name: 'Отклик на заказ' })
  await sheet.getByText(/^≈.*₽$/).waitFor()
  await takeScreenshot(phone, 'price-in-ton')
  await sheet.getByRole('button', { name: /^Поднять и откликнуться · 150/ }).click()
  const priceQuestion = app.getByRole('alertdialog', { name: /^Цена в \d+ раза? выше бюджета$/ })
  await priceQuestion.getByText('45 000 TON — это около').waitFor()
  await takeScreenshot(phone, 'price-is-odd')
  await priceQuestion.getByRole('button', { name: 'Исправить цену' }).click()
  await priceQuestion.waitFor({ state: 'detached' })
  await sheet.getByRole('radio', { name: '₽' }).click()
  await sheet.getByText('Бюджет заказчика: 50 000 ₽').waitFor()
  await sheet.getByRole('button', { name: /^Поднять и откликнуться · 150/ }).click()
  await sheet.getByText('Сейчас вы второй, с поднятием — первый. Поднятых мест свободно: 3 из 3').waitFor()
  await takeScreenshot(phone, 'boost-unpaid')
  await openPayment(phone)
  await outside.getByRole('button', { name: /^Оплатить \d/ }).click()
  await app.getByText('Вы первый в списке заказчика').waitFor()
  await phone.waitForApp()
  await takeScreenshot(phone, 'boost-paid')
}

test('a client corrects a draft, pays, chooses an executor, completes the order, and both sides review', async () => {
  const takeScreenshot = createAlbum('client')
  const title = 'Бот для записи на стрижку'
  const client = await newPerson(setup.world, 'Анна', 'Лебедева')
  await setup.world.telegram.post(`/users/${client.id}/start`)
  const { call } = await signIn(setup.world, client)
  // The order's budget is in roubles, and the freelancer enters a price in TON.
  const rate_date = new Date().toISOString().slice(0, 10)
  await setup.db.updateTable('currencies').set({ rate_date }).execute()
  const anyPrice = { is_price_conversion: true }
  await setup.db.updateTable('users').set(anyPrice).where('telegram_id', '=', client.id).execute()
  const subtitle = 'Клиент выбирает мастера и время, бот напоминает за два часа.'
  const project_add = { title, subtitle, category_id: category.id, price: 45_000 }
  const { id } = await call<{ id: number }>('POST', '/api/projects/create', { project_add })
  const secondListing = { ...project_add, title: 'Бот для заказа кофе' }
  const { id: spareId } = await call<{ id: number }>('POST', '/api/projects/create', {
    project_add: secondListing,
  })
  const tme = `otklik_demo_bot?startapp=page_order___orderId_${id}`

  // The client deletes one draft. The client corrects the other draft and then pays for it.
  const anna = await setup.phoneOf(client, { tme: 'otklik_demo_bot?startapp=page_listings' })
  const { app } = anna
  await anna.waitForApp()
  await chooseRussian(anna)
  const draft = (name: string) => app.getByRole('article').filter({ has: app.getByRole('link', { name }) })
  const menu = app.getByRole('dialog', { name: 'Ещё' })
  await draft(secondListing.title).getByRole('button', { name: 'Ещё' }).click()
  await takeScreenshot(anna, 'draft-menu')
  await menu.getByRole('button', { name: 'Удалить' }).click()
  const deletionDialog = app.getByRole('alertdialog', { name: 'Удалить заказ?' })
  await deletionDialog.getByRole('button', { name: 'Удалить' }).click()
  await app.getByText('Заказ удален').waitFor()
  await draft(secondListing.title).waitFor({ state: 'detached' })
  await takeScreenshot(anna, 'draft-deleted')
  await goTo(anna, `/order/${spareId}`)
  await app.getByRole('heading', { name: 'Объявление удалено' }).waitFor()
  await takeScreenshot(anna, 'page-of-the-deleted')
  await app.getByRole('link', { name: 'К моим объявлениям' }).click()
  ignoreErrors(anna, /status of 404/)
  await draft(title).getByRole('button', { name: 'Ещё' }).click()
  await menu.getByRole('link', { name: 'Редактировать' }).click()
  await app.getByRole('textbox', { name: 'Бюджет' }).fill('50 000')
  await app.getByRole('button', { name: /^Ещё условия/ }).click()
  await app.getByRole('combobox', { name: 'Навыки' }).pressSequentially('aiog')
  await app.getByRole('option', { name: 'aiogram' }).click()
  await app.getByRole('button', { name: 'Убрать навык aiogram' }).waitFor()
  await app.getByRole('button', { name: 'Сохранить изменения' }).click()
  await app.getByText('50 000 ₽').waitFor()
  await app.getByText('aiogram', { exact: true }).waitFor()
  const storedSkills = setup.db.selectFrom('listings').select('skills').where('id', '=', id)
  expect(await storedSkills.execute()).toEqual([{ skills: ['aiogram'] }])
  await app.getByRole('button', { name: /^Опубликовать/ }).click()
  await openPayment(anna)
  await payInBrowser(anna)
  const maria = await setup.phoneOf(moderator)
  await maria.openChat(moderatorsChat)
  await approveOrder(maria, title)
  await app.getByText(/^В\sленте\sещё/).waitFor()

  // The client shortlists one of two responses and chooses it.
  const { person: timur, ...session } = await openVerifiedPerson('Тимур', 'Ахметов')
  const response = { project_id: id, response_text: 'Сверстаю шесть экранов за неделю.', price: 40_000 }
  await session.call('POST', '/api/projects/add_resp', { response })
  const { person: gleb } = await openVerifiedPerson('Глеб', 'Нестеров')
  await respondWithBoost(gleb, tme, takeScreenshot)
  // The page asks for the responses again when it is entered.
  await goTo(anna, '/listings')
  await goTo(anna, `/order/${id}`)
  await app.getByRole('link', { name: /Смотреть все отклики/ }).click()
  await app.getByRole('heading', { name: '2 отклика' }).waitFor()
  const first = app
    .locator('section')
    .filter({ has: app.getByRole('heading', { level: 2 }) })
    .first()
  await first.getByRole('heading', { name: gleb.name }).waitFor()
  await first.getByText('1-е место · Поднят').waitFor()
  await takeScreenshot(anna, 'responses')
  const card = app.locator('section').filter({ hasText: timur.name })
  await card.getByText(/^≈.*₽$/).waitFor()
  for (const response of [card, first]) {
    await response.getByRole('button', { name: 'В короткий список' }).click()
    await response.getByText('В коротком списке').waitFor()
  }
  // The label of a filter shows the number of its responses. The heading shows the number of all responses to the
  // order.
  await app.getByRole('button', { name: 'Отклонённые 0' }).waitFor()
  await app.getByRole('button', { name: 'Короткий список 2' }).click()
  await app.getByRole('button', { name: 'Сравнить двоих' }).click()
  const comparison = app.getByRole('dialog', { name: 'Два отклика рядом' })
  for (const name of [timur.name, gleb.name]) await comparison.getByRole('link', { name }).waitFor()
  for (const name of [timur.name, gleb.name])
    await comparison.getByRole('button', { name: `Выбрать: ${name}` }).waitFor()
  const comparedFields = (await comparison.locator('dt').allTextContents()).map((name) =>
    name.replaceAll('\u00a0', ' '),
  )
  // Neither has a rating or a completed order yet, so there is nothing to compare in these rows.
  expect(comparedFields).toEqual(['Цена', 'Опыт и город', 'Место в списке', 'Навыки заказа', 'Сообщение'])
  expect(await comparison.locator('dd').count()).toBe(2 * comparedFields.length)
  await takeScreenshot(anna, 'compare')
  await anna.page.getByTestId('app-back').click()
  await comparison.waitFor({ state: 'detached' })
  await app.getByRole('button', { name: 'Открытые 2' }).click()
  await card.getByRole('button', { name: 'Выбрать исполнителем' }).click()
  const dialog = app.getByRole('alertdialog', { name: 'Выбрать исполнителя?' })
  await dialog.getByText(`${timur.name} получит сообщение`).waitFor()
  await takeScreenshot(anna, 'choosing')
  await watchClosing(anna)
  await dialog.getByRole('button', { name: 'Выбрать' }).click()
  await app.getByText('Исполнитель выбран').waitFor()
  expect(await hapticsOf(anna)).toEqual(['success'])
  await card.getByText('Исполнитель', { exact: true }).waitFor()
  expect((await listingOf(setup, title)).status).toBe('in_progress')

  // Both sides handle the deal on the order's page: the work is handed in, returned with a remark and handed in again.
  await anna.page.getByTestId('app-back').click()
  const ticket = (app: typeof anna.app) => app.getByRole('region', { name: 'Сделка' })
  const step = (app: typeof anna.app) => ticket(app).locator('[aria-current=step]')
  await ticket(app).getByText('40 000 TON').waitFor()
  await app.getByRole('heading', { name: 'Работа идёт' }).waitFor()
  await takeScreenshot(anna, 'deal-waiting')
  await app.getByRole('button', { name: 'Ещё' }).click()
  await app.getByRole('button', { name: 'Отменить выбор' }).waitFor()
  await app.getByRole('button', { name: 'Закрыть' }).click()
  const worker = await setup.phoneOf(timur, { tme })
  await worker.waitForApp()
  await chooseRussian(worker)
  await ticket(worker.app).getByText('40 000 TON').waitFor()
  const handIn = worker.app.getByRole('button', { name: 'Сдать работу' })
  expect(await worker.app.getByRole('textbox').count()).toBe(0)
  await handIn.click()
  await worker.app.getByRole('textbox', { name: 'Что готово' }).waitFor()
  await handIn.click()
  await worker.app.getByText('Добавьте ссылку, файл или пару слов').waitFor()
  await worker.app.getByRole('textbox', { name: 'Что готово' }).fill('Бот записывает и напоминает.')
  await worker.app.getByRole('textbox', { name: 'Ссылка' }).fill('example.org/bot')
  await worker.app
    .locator('input[type=file]')
    .setInputFiles({ name: 'Инструкция.pdf', mimeType: 'application/pdf', buffer: pdf })
  await takeScreenshot(worker, 'deal-handing-in')
  await handIn.click()
  await worker.app.getByRole('heading', { name: 'Работа у заказчика' }).waitFor()
  await takeScreenshot(worker, 'deal-handed-in')

  await app.getByRole('heading', { name: 'Посмотрите работу' }).waitFor()
  await app.getByText('Бот записывает и напоминает.').waitFor()
  await app.getByText('example.org/bot').waitFor()
  await app.getByRole('link', { name: 'Скачать: Инструкция.pdf' }).waitFor()
  await step(app).getByText('Сдан', { exact: false }).first().waitFor()
  await takeScreenshot(anna, 'deal-look')
  await app.getByRole('button', { name: 'Вернуть', exact: true }).click()
  const returnDialog = app.getByRole('dialog', { name: 'Вернуть с замечанием' })
  await returnDialog.getByRole('button', { name: 'Вернуть работу' }).click()
  await returnDialog.getByText('Напишите, что поправить').waitFor()
  await returnDialog.getByRole('textbox', { name: 'Что поправить' }).fill('Напоминание приходит дважды.')
  await takeScreenshot(anna, 'deal-returning')
  await returnDialog.getByRole('button', { name: 'Вернуть работу' }).click()
  await app.getByRole('heading', { name: 'Работа идёт' }).waitFor()

  await worker.app.getByRole('heading', { name: 'Есть замечание' }).waitFor()
  await worker.app.getByText('Напоминание приходит дважды.').waitFor()
  await takeScreenshot(worker, 'deal-returned')
  await worker.app.getByRole('button', { name: 'Сдать снова' }).click()
  await worker.app.getByRole('textbox', { name: 'Что готово' }).fill('Исправил.')
  await worker.app.getByRole('button', { name: 'Сдать снова' }).click()
  await worker.app.getByRole('heading', { name: 'Работа у заказчика' }).waitFor()

  // The work is accepted. The author's review stays hidden until the executor writes one.
  await app.getByText('Исправил.').waitFor()
  const acceptButton = app.getByRole('button', { name: 'Принять', exact: true })
  const widthOf = async (button: typeof acceptButton) => (await button.boundingBox())?.width ?? 0
  const returnWidth = await widthOf(app.getByRole('button', { name: 'Вернуть', exact: true }))
  expect(await widthOf(acceptButton)).toBeGreaterThanOrEqual(Math.floor(returnWidth))
  await acceptButton.click()
  const acceptanceDialog = app.getByRole('alertdialog', { name: 'Принять работу?' })
  await acceptanceDialog.getByText('вы переводите исполнителю сами').waitFor()
  await takeScreenshot(anna, 'deal-accepting')
  await acceptanceDialog.getByRole('button', { name: 'Принять работу' }).click()
  const review = app.getByRole('dialog', { name: 'Отзыв о работе' })
  for (const axis of [0, 1, 2])
    await review.getByRole('radio', { name: 'Отлично' }).nth(axis).check({ force: true })
  await review.getByRole('textbox', { name: 'Отзыв' }).fill('Быстро и без лишних вопросов.')
  await takeScreenshot(anna, 'review')
  await review.getByRole('button', { name: 'Отправить отзыв' }).click()
  await app.getByRole('heading', { name: 'Ваш отзыв' }).waitFor()
  await app.getByText('Быстро и без лишних вопросов.').waitFor()
  await takeScreenshot(anna, 'deal-review-sent')
  expect((await listingOf(setup, title)).status).toBe('completed')

  await worker.app.getByRole('button', { name: 'Оценить' }).click()
  const answer = worker.app.getByRole('dialog', { name: 'Отзыв о работе' })
  await answer.getByRole('button', { name: 'Отправить отзыв' }).click()
  await answer.getByText('Поставьте оценку').first().waitFor()
  for (const axis of [0, 1, 2])
    await answer.getByRole('radio', { name: 'Хорошо' }).nth(axis).check({ force: true })
  await answer.getByRole('button', { name: 'Отправить отзыв' }).click()
  await worker.app.getByRole('heading', { name: 'Отзывы открыты' }).waitFor()
  await takeScreenshot(worker, 'deal-over')
  const publishedRow = await setup.db
    .selectFrom('reviews')
    .select('rating')
    .where('listing_id', '=', id)
    .where('published_at', 'is not', null)
    .orderBy('rating')
    .execute()
  expect(publishedRow).toEqual([{ rating: 4 }, { rating: 5 }])

  // A completed order cannot be edited; a new order can start as its copy.
  expect(await app.getByRole('button', { name: 'Редактировать' }).count()).toBe(0)
  await app.getByRole('link', { name: 'Повторить заказ' }).click()
  await app.getByRole('heading', { name: 'Новый заказ' }).waitFor()
  await expect.poll(() => app.getByRole('textbox', { name: 'Название' }).inputValue()).toBe(title)
  // The fold names the terms that were copied.
  await app.getByRole('button', { name: 'Ещё условия Навыки' }).click()
  await app.getByRole('button', { name: 'Убрать навык aiogram' }).waitFor()
  await expectFewMessages(client)
})

type BotMessage = {
  from: { is_bot: boolean }
  reply_markup?: { inline_keyboard?: { text: string }[][] }
}

/** From the payment to the review a client reads at most six messages of the bot, and none offers to mute anything. */
async function expectFewMessages({ id }: Person): Promise<void> {
  const messages = await setup.world.telegram.get<BotMessage[]>(`/messages?chat_id=${id}`)
  // The first message of the bot is its greeting.
  const notices = messages.filter(({ from }) => from.is_bot).slice(1)
  const keys = notices.flatMap(({ reply_markup }) => reply_markup?.inline_keyboard?.flat() ?? [])
  expect(notices.length).toBeGreaterThan(3)
  expect(notices.length).toBeLessThanOrEqual(6)
  expect(keys.length).toBeLessThanOrEqual(12)
  expect(keys.filter(({ text }) => /присылать|напоминать/i.test(text))).toEqual([])
}
