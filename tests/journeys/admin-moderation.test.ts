import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { docx } from '#tests/api/files/uploads-corpus.ts'
import { openAppAt } from './navigation.ts'
import { newPerson } from './people.ts'
import { listingOf, paymentsOf, setUpJourneys } from './setup.ts'
import {
  chooseRussian,
  createAlbum,
  fillOrder,
  goToNewOrder,
  moderator,
  openBotFirst,
  openFromMessage,
  openPayment,
  payInBrowser,
  saveOrder,
} from './steps.ts'

const setup = setUpJourneys()

test('a moderator rejects in the admin area, and the author takes the money back', async () => {
  const takeScreenshot = createAlbum('admin-moderation')
  const title = 'Меню для столовой'
  const text = 'Двенадцать страниц, фотографии готовы. Пишите на почту chef@example.com.'
  const author = await newPerson(setup.world, 'Нина', 'Котова')
  const nina = await setup.phoneOf(author)
  await openBotFirst(nina)
  await chooseRussian(nina)
  await goToNewOrder(nina)
  await fillOrder(nina, { title, text, price: '20 000' })
  const files = nina.app.locator('input[type=file]')
  await files.setInputFiles({ name: 'Меню.docx', mimeType: '', buffer: docx })
  await nina.app.getByText('Меню.docx').waitFor()
  // The order cannot be saved until the upload has ended, so the test waits.
  await nina.app.getByRole('progressbar').waitFor({ state: 'detached' })
  await saveOrder(nina)
  await openPayment(nina)
  await payInBrowser(nina)

  const maria = await openAppAt(setup, moderator, '/profile')
  await maria.app.getByRole('link', { name: 'Модерация' }).click()
  await maria.app.getByRole('link', { name: title }).waitFor()
  await takeScreenshot(maria, 'queue')
  await maria.app.getByRole('link', { name: title }).click()
  await maria.app.getByText('Контакты в описании', { exact: true }).waitFor()
  // Reading a review does not claim the task for the moderator. Opening the list of reasons claims it.
  await maria.app.getByText('Взять на проверку', { exact: true }).waitFor()
  expect(await maria.app.getByText('Смотрит').count()).toBe(0)
  await takeScreenshot(maria, 'review')
  // The listing's text, warnings and files stand above the buttons for a decision.
  const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? Number.NaN
  const publishTop = await topOf(maria.app.getByRole('button', { name: 'Опубликовать', exact: true }))
  for (const expectedText of ['Двенадцать страниц', 'Контакты в описании', 'Меню.docx'])
    expect(await topOf(maria.app.getByText(expectedText).first()), expectedText).toBeLessThan(publishTop)
  await maria.app.getByRole('button', { name: 'Отклонить', exact: true }).click()
  await maria.app.getByText('Смотрит').waitFor()
  const sheet = maria.app.getByRole('dialog', { name: 'Почему отклоняем?' })
  await sheet.getByRole('radio', { name: 'Контакты в описании' }).check()
  await sheet.getByRole('textbox', { name: 'Что сказать человеку' }).fill('Уберите почту')
  await takeScreenshot(maria, 'reason')
  await sheet.getByRole('button', { name: 'Отклонить заказ' }).click()
  await maria.app.getByText('Отклонено', { exact: true }).waitFor()

  await nina.minimise()
  const notice = `Заказ «${title}» не опубликован.`
  await nina.message(notice).filter({ hasText: 'Уберите почту' }).waitFor()
  await openFromMessage(nina, notice, 'Исправить')
  await nina.app.getByRole('button', { name: 'Обжаловать решение' }).waitFor()
  await takeScreenshot(nina, 'author-reads-the-reason')
  await nina.app.getByRole('button', { name: 'Вернуть деньги' }).click()
  const refund = nina.app.getByRole('alertdialog', { name: 'Вернуть деньги?' })
  await refund.getByRole('button', { name: 'Вернуть деньги' }).click()
  await nina.app.getByText('Деньги вернутся').waitFor()
  await nina.app.getByRole('heading', { name: 'Деньги возвращены' }).waitFor()
  await takeScreenshot(nina, 'author-took-the-money-back')
  const { id, status } = await listingOf(setup, title)
  expect(status).toBe('refunded')
  expect((await paymentsOf(setup, id)).map(({ state }) => state)).toEqual([expect.stringMatching(/^refund/)])
})
