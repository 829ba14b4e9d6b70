import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Phone } from '#tests/support/screens/phone.ts'
import { newFreelancer, newPerson, signIn } from './people.ts'
import { setUpJourneys } from './setup.ts'
import { approveOrder, category, chooseRussian, createAlbum, moderator, moderatorsChat } from './steps.ts'

const setup = setUpJourneys()

/** Starts counting taps in the chat, the mini-app and the payment page. Returns a function that reads the count. */
async function countTaps({ page }: Phone): Promise<() => number> {
  let tapCount = 0
  await page.context().exposeBinding('tapped', () => void tapCount++)
  const listenScript = `addEventListener('pointerdown', ({ isTrusted }) => isTrusted && tapped(), { capture: true })`
  await page.context().addInitScript(listenScript)
  for (const frame of page.frames()) await frame.evaluate(listenScript)
  return () => tapCount
}

/** Taps a field and types into it. */
async function fillField(phone: Phone, field: Locator, text: string): Promise<void> {
  await field.click()
  await phone.page.keyboard.insertText(text)
}

/** Waits until the field has the focus, then types into it without a tap. */
async function typeIntoFocused(phone: Phone, field: Locator, text: string): Promise<void> {
  await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true)
  await phone.page.keyboard.insertText(text)
}

test('from /start to a paid order in eleven taps, from the message of an order to a sent response in five', async () => {
  const takeScreenshot = createAlbum('taps')
  const title = 'Бот для очереди в столовой'
  const anna = await setup.phoneOf(await newPerson(setup.world, 'Анна', 'Лебедева'))
  const { app, outside } = anna
  await anna.openChat()
  await anna.page.getByTestId('start').click()
  await anna.message('Откройте приложение').waitFor()
  const annaTaps = await countTaps(anna)
  await anna.press('Откройте приложение', 'Открыть')
  await anna.waitForApp()
  // The mini-app has already selected the language that the person uses in Telegram.
  await app.getByRole('button', { name: 'Продолжить' }).click()
  await app.getByRole('button', { name: 'Ищу исполнителя' }).click()
  await app.getByRole('link', { name: 'Создать заказ' }).click()
  await fillField(anna, app.getByRole('textbox', { name: 'Название' }), title)
  // The key «next» of the keyboard leads from the title to the description.
  await anna.page.keyboard.press('Enter')
  await typeIntoFocused(
    anna,
    app.getByRole('textbox', { name: 'Описание' }),
    'Показывает, когда можно подойти без очереди.',
  )
  await app.getByRole('button', { name: 'Категория' }).click()
  const sheet = app.getByRole('dialog', { name: 'Категория' })
  await typeIntoFocused(anna, sheet.getByRole('searchbox'), category.name)
  await sheet.getByRole('button', { name: category.name }).click()
  await sheet.waitFor({ state: 'detached' })
  await fillField(anna, app.getByRole('textbox', { name: 'Бюджет' }), '45 000')
  await app.getByRole('button', { name: /^К оплате ·/ }).click()
  await app.getByRole('button', { name: /Оплатить/ }).click()
  await outside.getByRole('button', { name: /^Оплатить \d/ }).click()
  await app.getByRole('heading', { name: 'Проверяем', exact: true }).waitFor()
  await takeScreenshot(anna, 'paid')
  expect(annaTaps()).toBeGreaterThan(9)
  expect(annaTaps()).toBeLessThanOrEqual(11)

  const person = await newFreelancer(setup.world, 'Тимур', 'Ахметов', category.id)
  const { user, call } = await signIn(setup.world, person)
  await setup.world.telegram.post(`/users/${person.id}/contact`)
  await expect
    .poll(() => call('POST', `/api/users/verify-profile/${user.id}`))
    .toMatchObject({ is_verified: true })
  const timur = await setup.phoneOf(person, { tme: 'otklik_demo_bot?startapp=page_profile' })
  await timur.waitForApp()
  await chooseRussian(timur)
  await timur.app.getByRole('heading', { name: person.name }).waitFor()
  await timur.minimise()

  const maria = await setup.phoneOf(moderator)
  await maria.openChat(moderatorsChat)
  await approveOrder(maria, title)
  await timur.message(`Новый заказ: ${title}`).waitFor()
  const timurTaps = await countTaps(timur)
  await timur.press(`Новый заказ: ${title}`, 'Открыть заказ')
  await timur.app.getByRole('button', { name: 'Откликнуться' }).click()
  const form = timur.app.getByRole('dialog', { name: 'Отклик на заказ' })
  await typeIntoFocused(
    timur,
    form.getByRole('textbox', { name: 'Сообщение заказчику' }),
    'Сверстаю шесть экранов за неделю.',
  )
  // A freelancer whose response would be first without a boost is not offered a boost.
  expect(await form.getByRole('button', { name: /^Поднять и откликнуться/ }).count()).toBe(0)
  await form.getByRole('radio', { name: '₽' }).click()
  await fillField(timur, form.getByRole('textbox', { name: 'Ваша цена' }), '42 000')
  await form.getByRole('button', { name: 'Откликнуться', exact: true }).click()
  await timur.app.getByRole('alertdialog', { name: 'Отклик отправлен' }).waitFor()
  await takeScreenshot(timur, 'responded')
  expect(timurTaps()).toBeGreaterThan(3)
  expect(timurTaps()).toBeLessThanOrEqual(5)
})
