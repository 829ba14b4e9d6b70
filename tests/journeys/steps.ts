import { expect } from 'vitest'
import { photograph } from '#tests/support/screens/browser.ts'
import type { Phone } from '#tests/support/screens/phone.ts'

export const moderatorsChat = -1001000000001
/** The moderator among the people of the desk. */
export const moderator = { id: 5000000000000001 }

/** The button of the payment page, beside other outcomes. */
const payWords = /^Оплатить \d/

export const category = { id: 201, name: 'Telegram-боты' }

export type Photograph = (phone: Phone, step: string) => Promise<void>
export const noPhotographs: Photograph = async () => undefined

/** Photographs of one journey, numbered in their order. */
export function album(journey: string): Photograph {
  let count = 0
  return ({ page }, step) => photograph(page, journey, `${String(++count).padStart(2, '0')}-${step}`)
}

/** Opens the bot for the first time and its mini-app, up to the question about the language. */
export async function meetTheBot(phone: Phone, take = noPhotographs): Promise<void> {
  await phone.openChat()
  await phone.page.getByTestId('start').click()
  await phone.message('Откройте приложение').waitFor()
  await take(phone, 'client-greeted-by-the-bot')
  await phone.press('Откройте приложение', 'Открыть')
  await phone.appStarted()
}

export async function chooseRussian({ app }: Phone): Promise<void> {
  await app.getByRole('heading', { name: 'Выберите язык' }).waitFor()
  await app.getByText('Русский', { exact: true }).click()
  await app.getByRole('button', { name: 'Продолжить' }).click()
}

/** What a newcomer is asked at the home, once. */
export async function sayWhatFor({ app }: Phone, answer: string): Promise<void> {
  await app.getByRole('heading', { name: 'С чего начнём?' }).waitFor()
  await app.getByRole('button', { name: answer }).click()
}

/** From a newcomer's home to the form of their first order. */
export async function goToNewOrder(phone: Phone): Promise<void> {
  await sayWhatFor(phone, 'Ищу исполнителя')
  await phone.app.getByRole('link', { name: 'Создать заказ' }).click()
  await phone.app.getByRole('heading', { name: 'Новый заказ' }).waitFor()
}

export interface OrderWords {
  title: string
  text: string
  price: string
}

/** In the sheet of categories, by its field. */
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

/** How often a button is tapped, in quick succession. */
export interface Taps {
  taps?: 1 | 2
}

/** Saves the order; the same button in the same place then waits for the tap that opens the payment page. */
export async function saveOrder({ app }: Phone, { taps = 1 }: Taps = {}): Promise<void> {
  const button = app.getByRole('button', { name: 'Сохранить и перейти к оплате' })
  await button.click({ clickCount: taps, delay: 20 })
  await app.getByRole('heading', { name: 'Заказ сохранён' }).waitFor()
  await app.locator('button:not([aria-busy])', { hasText: 'Оплатить' }).waitFor()
}

/** The tap inside which the payment page opens. */
export async function openPayment(phone: Phone, { taps = 1 }: Taps = {}): Promise<void> {
  await phone.app.getByRole('button', { name: /^Оплатить ·/ }).click({ clickCount: taps, delay: 20 })
  await phone.outside.getByRole('button', { name: payWords }).waitFor()
  // A tap on a page that still slides in would miss.
  const sheet = phone.page.getByTestId('browser')
  type Motion = { finished: Promise<unknown> }
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map((one: Motion) => one.finished)))
}

/** Pays in the opened payment page, which then leads back to the order. */
export async function pay({ app, outside }: Phone, { taps = 1 }: Taps = {}): Promise<void> {
  await outside.getByRole('button', { name: payWords }).click({ clickCount: taps, delay: 20 })
  await app.getByRole('heading', { name: 'Заказ на модерации' }).waitFor()
}

/** The moderator's telephone with the moderators' chat open: approves what has this title. */
export async function approve(phone: Phone, title: string): Promise<void> {
  await phone.press(title, 'Одобрить')
  await phone.message(title).filter({ hasText: 'Опубликовано' }).waitFor()
}

/** A newcomer's whole way from the bot to the payment page of a new order. */
export async function placeOrder(phone: Phone, order: OrderWords): Promise<void> {
  await meetTheBot(phone)
  await chooseRussian(phone)
  await goToNewOrder(phone)
  await fillOrder(phone, order)
  await saveOrder(phone)
  await openPayment(phone)
}

/** Opens what a message of the bot offers; a newcomer is asked for the language first. */
export async function openFromMessage(phone: Phone, words: string, button: string): Promise<void> {
  await phone.message(words).waitFor()
  await phone.press(words, button)
  await phone.appStarted()
}

/** Confirms the phone that the mini-app asks for, up to the opened form of a response. */
export async function confirmPhone(phone: Phone): Promise<void> {
  const { app, page } = phone
  const confirm = app.getByRole('button', { name: 'Пройти верификацию' })
  await confirm.click()
  const asked = page.getByTestId('phone-dialog')
  const isPending = app.getByText('Номер ещё проверяется')
  await expect.poll(async () => (await asked.isVisible()) || (await isPending.isVisible())).toBe(true)
  if (await asked.isVisible()) await asked.getByTestId('dialog-yes').click()
  else {
    // A client too old to ask: the number goes to the bot.
    await phone.minimise()
    await phone.write('/start verify')
    await page.getByRole('button', { name: 'Поделиться номером' }).click()
    await page.getByTestId('contact-dialog').getByTestId('dialog-yes').click()
    await phone.message('Номер подтверждён').waitFor()
    await page.getByTestId('app-restore').click()
    await app.getByRole('button', { name: 'Откликнуться' }).click()
    await confirm.click()
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

/** Sends the response, up to the dialog that tells its place. */
export async function sendResponse({ app }: Phone, { taps = 1 }: Taps = {}): Promise<void> {
  const sheet = app.getByRole('dialog', { name: 'Отклик на заказ' })
  const button = sheet.getByRole('button', { name: 'Откликнуться', exact: true })
  await button.click({ clickCount: taps, delay: 20 })
  const success = app.getByRole('alertdialog', { name: 'Отклик отправлен' })
  await success.getByText('Он на 1 месте').waitFor()
}
