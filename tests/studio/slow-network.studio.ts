import { afterEach, test } from 'vitest'
import { newFreelancer, newPerson } from '#tests/journeys/people.ts'
import { ignoreErrors, setUpJourneys } from '#tests/journeys/setup.ts'
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
  openFromMessage,
  openPayment,
  payInBrowser,
  saveOrder,
  sendResponse,
} from '#tests/journeys/steps.ts'
import type { Phone } from '#tests/support/screens/phone.ts'
import { threeG } from './slow-phone.ts'

const setup = setUpJourneys()
const slowPhones: Phone[] = []
afterEach(() => {
  for (const phone of slowPhones) ignoreErrors(phone, /ERR_BLOCKED_BY_CLIENT/)
})

/**
 * Makes a phone's network slow after Telegram has started. Web fonts are blocked, because phones have their own fonts.
 */
async function emulateThreeG(phone: Phone): Promise<void> {
  const session = await phone.page.context().newCDPSession(phone.page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*.woff2'] })
  await session.send('Network.emulateNetworkConditions', threeG)
  phone.page.setDefaultTimeout(60_000)
  slowPhones.push(phone)
}

test('from /start to a paid order and from its message to a sent response at 400 kbit/s', async () => {
  const photograph = createAlbum('slow-network')
  const seconds: Record<string, string> = {}
  /** Measures the duration of a step. Taps and typing of the simulated person take no time. */
  const step = async (phone: Phone, name: string, act: () => Promise<unknown>) => {
    const startedAt = Date.now()
    await act()
    seconds[name] = ((Date.now() - startedAt) / 1000).toFixed(1)
    await photograph(phone, name.replaceAll(' ', '-'))
  }
  const title = 'Бот для записи на стрижку'
  const client = await newPerson(setup.world, 'Анна', 'Лебедева')
  const anna = await setup.phoneOf(client, { theme: 'pink' })
  const { app } = anna
  await anna.openChat()
  await anna.page.getByTestId('start').click()
  await anna.message('Откройте приложение').waitFor()
  await emulateThreeG(anna)
  await step(anna, 'the app from the bot', async () => {
    await anna.press('Откройте приложение', 'Открыть')
    await anna.waitForApp()
  })
  await step(anna, 'the language', async () => {
    await chooseRussian(anna)
    await app.getByRole('heading', { name: 'С чего начнём?' }).waitFor()
  })
  await step(anna, 'the form of an order', () => goToNewOrder(anna))
  await step(anna, 'the order is written', () =>
    fillOrder(anna, { title, text: 'Клиент выбирает мастера и время.', price: '45 000' }),
  )
  await step(anna, 'the order is saved', () => saveOrder(anna))
  await step(anna, 'the page of payment', () => openPayment(anna))
  await step(anna, 'the order is paid', async () => {
    await payInBrowser(anna)
    await anna.waitForApp()
  })
  await anna.minimise()

  const worker = await newFreelancer(setup.world, 'Тимур', 'Ахметов', category.id)
  const maria = await setup.phoneOf(moderator)
  await maria.openChat(moderatorsChat)
  await approveOrder(maria, title)

  const timur = await setup.phoneOf(worker, { theme: 'green' })
  await timur.openChat()
  await timur.message(`Новый заказ: ${title}`).waitFor()
  await emulateThreeG(timur)
  await step(timur, 'the app from the message', () =>
    openFromMessage(timur, `Новый заказ: ${title}`, 'Открыть заказ'),
  )
  await step(timur, 'the order', async () => {
    await chooseRussian(timur)
    await timur.app.getByRole('heading', { name: title }).waitFor()
    await timur.app.getByRole('button', { name: 'Откликнуться' }).waitFor()
  })
  await step(timur, 'the question for the phone', async () => {
    await timur.app.getByRole('button', { name: 'Откликнуться' }).click()
    await timur.app.getByRole('alertdialog', { name: 'Пройдите верификацию' }).waitFor()
  })
  await step(timur, 'the phone is confirmed', () => confirmPhone(timur))
  await step(timur, 'the response is written', () =>
    fillResponse(timur, { text: 'Делал похожего бота.', price: '42 000', currency: 'RUB' }),
  )
  await step(timur, 'the response is sent', () => sendResponse(timur))
  console.table(seconds)
})
