import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { photograph } from '#tests/support/screens/browser.ts'
import type { Phone } from '#tests/support/screens/phone.ts'

export const moderatorsChat = -1001000000001
/** The moderator among the demo people of the Telegram stand-in. */
export const moderator = { id: 5000000000000001 }

/** The label of the payment page's button for a successful payment. Other buttons simulate other outcomes. */
const payWords = /^Оплатить \d/

export const category = { id: 201, name: 'Telegram-боты' }

export type Photograph = (phone: Phone, step: string) => Promise<void>
export const noPhotographs: Photograph = async () => undefined

/**
 * Takes numbered screenshots of one journey, if the test run names journeys. A run of all tests takes none, to save
 * time.
 */
export function createAlbum(journey: string): Photograph {
  if (process.env.NAMES_JOURNEYS !== '1') return noPhotographs
  let count = 0
  return ({ page }, step) => photograph(page, journey, `${String(++count).padStart(2, '0')}-${step}`)
}

/** Starts the bot for the first time and opens its mini-app, until the mini-app asks for the language. */
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

/**
 * Waits for the question about the language or for this first screen, and answers the question if it is asked. A person
 * of the demo market is asked once, and again in the new world of a second try.
 */
export async function chooseRussianIfAsked(phone: Phone, firstScreen: Locator): Promise<void> {
  const languageQuestion = phone.app.getByRole('heading', { name: 'Выберите язык' })
  await languageQuestion.or(firstScreen).first().waitFor()
  if (await languageQuestion.isVisible()) await chooseRussian(phone)
}

/** Answers the question that the home page asks a newcomer once: whether they look for work or hire. */
export async function answerHomeQuestion({ app }: Phone, answer: string): Promise<void> {
  await app.getByRole('heading', { name: 'С чего начнём?' }).waitFor()
  const menu = app.getByRole('navigation', { name: 'Главное меню' })
  await menu.waitFor({ state: 'detached' })
  await app.getByRole('button', { name: answer }).click()
  await menu.waitFor()
}

/** Goes from a newcomer's home page to the form of the first order. */
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

/** Opens the category sheet, searches for a category and chooses it. */
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

/** Number of taps on a button; two taps follow each other quickly. */
export interface TapOptions {
  taps?: 1 | 2
}

/** Saves the order. Then the same button waits for a second tap, which opens the payment page. */
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

/** Waits until the payment page is open and no longer moves. */
export async function waitForPaymentPage(phone: Phone): Promise<void> {
  await phone.outside.getByRole('button', { name: payWords }).waitFor()
  // The payment page slides in. A tap during that animation would miss the button.
  const sheet = phone.page.getByTestId('browser')
  type Motion = { finished: Promise<unknown> }
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map((one: Motion) => one.finished)))
}

/** Pays on the open payment page, and waits until the mini-app shows the order in moderation. */
export async function payInBrowser({ app, outside }: Phone, { taps = 1 }: TapOptions = {}): Promise<void> {
  await outside.getByRole('button', { name: payWords }).click({ clickCount: taps, delay: 20 })
  await app.getByRole('heading', { name: 'Проверяем', exact: true }).waitFor()
}

/** Approves the listing with this title on the moderator's phone, in the moderators' chat. */
export async function approveOrder(phone: Phone, title: string): Promise<void> {
  await phone.press(title, 'Одобрить')
  await phone.message(title).filter({ hasText: 'Опубликовано' }).waitFor()
}

/** A newcomer's whole journey: starts the bot, creates an order and opens its payment page. */
export async function placeOrder(phone: Phone, order: OrderWords): Promise<void> {
  await openBotFirst(phone)
  await chooseRussian(phone)
  await goToNewOrder(phone)
  await fillOrder(phone, order)
  await saveOrder(phone)
  await openPayment(phone)
}

/** Opens the mini-app by a button below the bot's message. The mini-app then asks a newcomer for the language. */
export async function openFromMessage(phone: Phone, text: string, button: string): Promise<void> {
  await phone.message(text).waitFor()
  await phone.press(text, button)
  await phone.waitForApp()
}

/** Confirms the phone, which a response requires, until the response form is open. */
export async function confirmPhone(phone: Phone): Promise<void> {
  const { app, page } = phone
  const verifyButton = app.getByRole('button', { name: 'Пройти верификацию' })
  await verifyButton.click()
  const phoneDialog = page.getByTestId('phone-dialog')
  const isPending = app.getByText('Номер ещё проверяется')
  await expect.poll(async () => (await phoneDialog.isVisible()) || (await isPending.isVisible())).toBe(true)
  if (await phoneDialog.isVisible()) await phoneDialog.getByTestId('dialog-yes').click()
  else {
    // An old Telegram client has no dialog for sharing the phone number. The person sends the number to the bot
    // instead.
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
  await success.getByText('Вы первый в списке').waitFor()
}
