import { expect, test } from 'vitest'
import { frameOf, goTo, openAppAt } from './navigation.ts'
import { setUpJourneys } from './setup.ts'
import { createAlbum } from './steps.ts'

const setup = setUpJourneys({ hasDemo: true, roles: ['telegram', 'api'] })
const client = { id: 5000000000000011 }

/** Height in px from the page's title to the lower end of the bar with the button. */
const formHeight = `(() => {
  const top = document.querySelector('main h1').getBoundingClientRect().top
  const form = document.querySelector('main form').getBoundingClientRect()
  return Math.ceil(form.bottom - top + document.querySelector('footer').offsetHeight)
})()`

test('the empty form of an order fits 900 px and keeps nine fields in a fold', async () => {
  const takeScreenshot = createAlbum('order-form')
  const phone = await openAppAt(setup, client, '/order/create')
  const { app } = phone
  const button = app.getByRole('button', { name: 'К оплате · 2 500 ₽' })
  await button.waitFor()
  await app.getByText('30 дней в ленте. Черновик сохраняется сам').waitFor()
  const frame = await frameOf(phone)
  expect(await frame.evaluate<number>('innerWidth')).toBe(390)
  expect(await frame.evaluate<number>(formHeight)).toBeLessThanOrEqual(900)
  await app.getByText('Изображения, PDF, документы до 20 МБ').waitFor()
  await app.getByText('Без срока').waitFor()
  await takeScreenshot(phone, 'empty')

  // The date is shown in the language of the app, whatever the language of the browser is.
  const due = new Date(Date.now() + 5 * 86_400_000)
  await app.getByLabel('Сдать до').fill(due.toISOString().slice(0, 10))
  await button.click()
  const dueText = due.toLocaleDateString('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  await app.getByText(dueText).waitFor()
  await app.getByText('Выберите категорию').waitFor()
  // The search field of the categories has one clear button: that of the app, not one of the browser's.
  await app.getByRole('button', { name: 'Категория' }).click()
  const sheet = app.getByRole('dialog', { name: 'Категория' })
  const search = sheet.getByRole('searchbox')
  expect(await sheet.getByRole('button', { name: 'Стереть слова' }).count()).toBe(0)
  await search.fill('бот')
  const { width, height } = (await search.boundingBox()) ?? { width: 0, height: 0 }
  await search.click({ position: { x: width - 6, y: height / 2 } })
  expect(await search.inputValue()).toBe('бот')
  await takeScreenshot(phone, 'categories')
  await sheet.getByRole('button', { name: 'Стереть слова' }).click()
  expect(await search.inputValue()).toBe('')
  await phone.page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  const skills = app.getByRole('combobox', { name: 'Навыки' })
  expect(await skills.count()).toBe(0)
  const fold = app.getByRole('button', { name: /^Ещё условия/ })
  await app.getByText('Навыки, опыт, вопросы и ещё шесть').waitFor()
  await fold.click()
  await skills.waitFor()
  await takeScreenshot(phone, 'unfolded')
  await app.getByRole('textbox', { name: 'Регион' }).fill('Казань')
  await app.getByText('За час', { exact: true }).click()
  await app.getByRole('textbox', { name: 'От' }).waitFor()
  await fold.click()
  await app.getByText('Оплата исполнителю, Регион').waitFor()
  await fold.click()
  await app.getByRole('button', { name: 'Добавить вопрос' }).click()
  // An unfinished question has an error in sight: its fold cannot be closed.
  await button.click()
  await app
    .getByRole('region', { name: /^Вопрос 1/ })
    .getByText('Заполните поле')
    .waitFor()
  expect(await fold.count()).toBe(0)
})

test.for([
  [3, '30 дней в ленте. Черновик сохраняется сам', /^К оплате ·/],
  [2, 'Сегодня осталось объявлений: 2 из 10', /^К оплате ·/],
  [0, 'Следующий заказ — завтра', 'Лимит на сегодня исчерпан'],
] as const)('with %s orders left for today the form says: %s', async ([left, note, button]) => {
  const phone = await openAppAt(setup, client, '/profile')
  await phone.page.route('**/pay/publication-status/**', async (route) => {
    const answer = await route.fetch()
    const posts_today = { left, most: 10 }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), posts_today } })
  })
  await goTo(phone, '/order/create')
  await phone.app.getByText(note).waitFor()
  await phone.app.getByRole('button', { name: button }).waitFor()
})
