import { expect, test } from 'vitest'
import { newPerson, signIn } from './people.ts'
import { listingOf, setUpJourneys } from './setup.ts'
import { chooseRussian, createAlbum, saveOrder } from './steps.ts'

const setup = setUpJourneys()
const text = 'нужен бот на aiogram для записи в барбершоп, до 50 тысяч, до 15 декабря. если что — срочно'

test('a message to the bot becomes the form of an order, which is corrected and saved', async () => {
  const { world, db } = setup
  const takeScreenshot = createAlbum('order-from-message')
  const anna = await newPerson(world, 'Анна', 'Орлова')
  const { user } = await signIn(world, anna)
  await db
    .updateTable('users')
    .set({ ui_language: 'ru', can_write: true })
    .where('id', '=', user.id)
    .execute()
  const phone = await setup.phoneOf(anna)
  await phone.openChat()
  await phone.page.getByTestId('start').click()
  await phone.message('Откройте приложение').waitFor()
  await phone.write(text)
  const offerText = 'Собрали черновик заказа'
  await phone.message(offerText).waitFor()
  await takeScreenshot(phone, 'offer')
  await phone.press(offerText, 'Открыть черновик')
  await phone.waitForApp()
  await chooseRussian(phone)
  const { app } = phone
  await app.getByText('Заполнили из вашего сообщения').waitFor()
  await takeScreenshot(phone, 'form')
  const textField = (name: string) => app.getByRole('textbox', { name })
  expect(await textField('Название').inputValue()).toBe('Бот на aiogram для записи в барбершоп')
  expect(await textField('Описание').inputValue()).toBe(text)
  expect((await textField('Бюджет').inputValue()).replace(/\s/g, '')).toBe('50000')
  await textField('Название').fill('Бот для барбершопа')
  await saveOrder(phone)
  await takeScreenshot(phone, 'saved')
  const { id } = await listingOf(setup, 'Бот для барбершопа')
  const storedOrder = await db
    .selectFrom('listings')
    .select(['category_id', 'price', 'urgent', 'deadline', 'skills'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(storedOrder).toMatchObject({ category_id: 201, price: 5_000_000, urgent: true, skills: ['aiogram'] })
  expect(String(storedOrder.deadline)).toMatch(/-12-1[45]/)
})
