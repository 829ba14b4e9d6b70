import { expect } from 'vitest'
import { photograph } from '#tests/support/screens/browser.ts'
import type { Phone } from '#tests/support/screens/phone.ts'

export const moderatorsChat = -1001000000001
/** The moderator among the people of the desk. */
export const moderator = { id: 5000000000000001 }

/** The payment page's success button; other buttons simulate other outcomes. */
const payWords = /^Оплатить \d/

export const category = { id: 201, name: 'Telegram-боты' }

export type Photograph = (phone: Phone, step: string) => Promise<void>
export const noPhotographs: Photograph = async () => undefined

/** Numbered screenshots of one journey, in runs that name journeys; a run of all tests takes no time for them. */
export function createAlbum(journey: string): Photograph {
  if (process.env.NAMES_JOURNEYS !== '1') return noPhotographs
  let count = 0
  return ({ page }, step) => photograph(page, journey, `${String(++count).padStart(2, '0')}-${step}`)
}

/** Opens the bot for the first time, and its mini-app up to the choice of a language. */
export async function openBotFirst(phone: Phone, takeScreenshot = noPhotographs): Promise<void> {
  await phone.openChat()
  await phone.page.getByTestId('start').click()
  await phone.message('Откройте приложение').waitFor()
  await takeScreenshot(phone, 'client-greeted-by-the-bot')
  await phone.press('Откройте приложение', 'Открыть')
  await phone.waitForApp()
}

export async function chooseRussian({ app }: Phone): Promise<void> {
  await app.getByRole('heading', { name: 'Выберите язык' }).waitFor()
  await app.getByText('Русский', { exact: true }).click()
  await app.getByRole('button', { name: 'Продолжить' }).click()
}

/** Answers the home's question to newcomers, which appears once. */
export async function answerHomeQuestion({ app }: Phone, answer: string): Promise<void> {
  await app.getByRole('heading', { name: 'С чего начнём?' }).waitFor()
  await app.getByRole('button', { name: answer }).click()
}

/** Goes from a newcomer's home to the form of the first order. */
export async function goToNewOrder(phone: Phone): Promise<void> {
  await answerHomeQuestion(phone, 'Ищу исполнителя')
  await phone.app.getByRole('link', { name: 'Создать заказ' }).click()
  await phone.app.getByRole('heading', { name: 'Новый заказ' }).waitFor()
}

export interface OrderWords {
  title: string
  text: string
  price: string
}

/** Chooses a category in its sheet by search. */
export async function chooseCategory({ app }: Phone, name: string): Promise<void> {
  await app.getByRole('button', { name: 'Категория' }).click()
  const sheet = app.getByRole('dialog', { name: 'Категория' })
  await sheet.getByRole('searchbox').fill(name)
  await sheet.getByRole('button', { name }).click()
  await sheet.waitFor({ state: 'detached' })
}

export async function fillOrder(phone: Phone, { title, text, price }: OrderWords): Promise<void> {
  const { app } = phone
  await app.getByRole('textbox', { name: 'Название' }).fill(title)
  await app.getByRole('textbox', { name: 'Описание' }).fill(text)
  await chooseCategory(phone, category.name)
  await app.getByRole('textbox', { name: 'Бюджет' }).fill(price)
}

/** Number of taps on a button, in quick succession. */
export interface TapOptions {
  taps?: 1 | 2
}

/** Saves the order. The same button then waits for the tap that opens the payment page. */
export async function saveOrder({ app }: Phone, { taps = 1 }: TapOptions = {}): Promise<void> {
  const button = app.getByRole('button', { name: /^К оплате ·/ })
  await button.click({ clickCount: taps, delay: 20 })
  await app.getByRole('heading', { name: 'Заказ сохранён' }).waitFor()
  await app.locator('button:not([aria-busy])', { hasText: 'Оплатить' }).waitFor()
}

/** Taps the button that opens the payment page. */
export async function openPayment(phone: Phone, { taps = 1 }: TapOptions = {}): Promise<void> {
  await phone.app.getByRole('button', { name: /^Оплатить ·/ }).click({ clickCount: taps, delay: 20 })
  await waitForPaymentPage(phone)
}

/** Waits until the payment page stands still. */
export async function waitForPaymentPage(phone: Phone): Promise<void> {
  await phone.outside.getByRole('button', { name: payWords }).waitFor()
  // A tap during the page's opening animation would miss.
  const sheet = phone.page.getByTestId('browser')
  type Motion = { finished: Promise<unknown> }
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map((one: Motion) => one.finished)))
}

/** Pays on the opened payment page, which then returns to the order. */
export async function payInBrowser({ app, outside }: Phone, { taps = 1 }: TapOptions = {}): Promise<void> {
  await outside.getByRole('button', { name: payWords }).click({ clickCount: taps, delay: 20 })
  await app.getByRole('heading', { name: 'Заказ на модерации' }).waitFor()
}

/** Approves the listing with this title on the moderator's phone, in the moderators' chat. */
export async function approveOrder(phone: Phone, title: string): Promise<void> {
  await phone.press(title, 'Одобрить')
  await phone.message(title).filter({ hasText: 'Опубликовано' }).waitFor()
}

/** A newcomer's complete journey from the bot to the payment page of a new order. */
export async function placeOrder(phone: Phone, order: OrderWords): Promise<void> {
  await openBotFirst(phone)
  await chooseRussian(phone)
  await goToNewOrder(phone)
  await fillOrder(phone, order)
  await saveOrder(phone)
  await openPayment(phone)
}

/** Opens the mini-app by a button of the bot's message; a newcomer is then asked for a language. */
export async function openFromMessage(phone: Phone, text: string, button: string): Promise<void> {
  await phone.message(text).waitFor()
  await phone.press(text, button)
  await phone.waitForApp()
}

/** Confirms the phone that the mini-app requires, up to the opened response form. */
export async function confirmPhone(phone: Phone): Promise<void> {
  const { app, page } = phone
  const verifyButton = app.getByRole('button', { name: 'Пройти верификацию' })
  await verifyButton.click()
  const phoneDialog = page.getByTestId('phone-dialog')
  const isPending = app.getByText('Номер ещё проверяется')
  await expect.poll(async () => (await phoneDialog.isVisible()) || (await isPending.isVisible())).toBe(true)
  if (await phoneDialog.isVisible()) await phoneDialog.getByTestId('dialog-yes').click()
  else {
    // A client too old for the dialog: the person sends the number to the bot.
    await phone.minimise()
    await phone.write('/start verify')
    await page.getByRole('button', { name: 'Поделиться номером' }).click()
    await page.getByTestId('contact-dialog').getByTestId('dialog-yes').click()
    await phone.message('Номер подтверждён').waitFor()
    await page.getByTestId('app-restore').click()
    await app.getByRole('button', { name: 'Откликнуться' }).click()
    await verifyButton.click()
  }
  await app.getByRole('dialog', { name: 'Отклик на заказ' }).waitFor()
}

export interface ResponseWords {
  text: string
  price: string
  currency: string
}

export async function fillResponse(phone: Phone, { text, price, currency }: ResponseWords): Promise<void> {
  const sheet = phone.app.getByRole('dialog', { name: 'Отклик на заказ' })
  await sheet.getByRole('textbox', { name: 'Сообщение заказчику' }).fill(text)
  await sheet.getByRole('textbox', { name: 'Ваша цена' }).fill(price)
  await sheet.getByRole('combobox', { name: 'Валюта' }).selectOption(currency)
}

/** Sends the response and waits for the dialog that confirms it with rank 1 among all responses. */
export async function sendResponse({ app }: Phone, { taps = 1 }: TapOptions = {}): Promise<void> {
  const sheet = app.getByRole('dialog', { name: 'Отклик на заказ' })
  const button = sheet.getByRole('button', { name: 'Откликнуться', exact: true })
  await button.click({ clickCount: taps, delay: 20 })
  const success = app.getByRole('alertdialog', { name: 'Отклик отправлен' })
  await success.getByText('Он на 1 месте').waitFor()
}
