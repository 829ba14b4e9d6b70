import { expect, test } from 'vitest'
import { profiles } from '#stand-ins/telegram/profiles.ts'
import { photograph } from '#tests/support/screens/browser.ts'
import { markAppDocument, type Phone } from '#tests/support/screens/phone.ts'
import { goTo } from './navigation.ts'
import { newPerson } from './people.ts'
import { setUpJourneys } from './setup.ts'
import { answerHomeQuestion, chooseRussian, openBotFirst } from './steps.ts'

const bot = 'otklik_demo_bot'
/** Two people of the demo market who use the same phone. The client has orders and a chat; the freelancer has none. */
const client = { id: 5000000000000011, name: 'Анна Лебедева', note: 'Это Анна пишет боту' }
const freelancer = { id: 5000000000000032, name: 'Ольга Тихонова', note: 'Это Ольга пишет боту' }
const setup = setUpJourneys({ hasDemo: true, roles: ['telegram', 'api', 'bot'] })

/** Themes of the Telegram stand-in, each with the colour that the mini-app's cards must have. */
const themes = [
  { id: 'dark', scheme: 'dark', card: 'rgb(44, 44, 46)' },
  { id: 'pink', scheme: 'light', card: 'rgb(255, 247, 250)' },
  { id: 'green', scheme: 'dark', card: 'rgb(40, 46, 51)' },
  { id: 'light', scheme: 'light', card: 'rgb(255, 255, 255)' },
] as const

async function applyDeskTheme({ page, app }: Phone, { id, scheme, card }: (typeof themes)[number]) {
  await page.getByTestId(`theme-${id}`).click()
  await app.locator(`html[data-scheme=${scheme}]`).waitFor()
  const readBackground = () => app.locator('html').evaluate((root) => root.style.getPropertyValue('--c-card'))
  const hex = card.match(/\d+/g)?.map((channel) => Number(channel).toString(16).padStart(2, '0'))
  await expect.poll(readBackground).toBe(`#${hex?.join('')}`)
}

test('the open mini-app follows theme and platform, and outlives a blocked bot', async () => {
  const phone = await setup.phoneOf(await newPerson(setup.world, 'Лев', 'Гордин'), { panels: true })
  await openBotFirst(phone)
  await chooseRussian(phone)
  await answerHomeQuestion(phone, 'Пропустить')
  await phone.app.getByRole('link', { name: 'Профиль', exact: true }).click()
  await phone.app.getByRole('heading', { name: 'Лев Гордин' }).waitFor()
  const isSamePage = await markAppDocument(phone)
  for (const theme of themes) {
    await applyDeskTheme(phone, theme)
    await photograph(phone.page, 'desk', `theme-${theme.id}`)
    expect(await isSamePage()).toBe(true)
  }
  for (const client of ['android', 'macos', 'weba', 'old', 'silent', 'ios']) {
    await phone.page.getByTestId('client').selectOption(client)
    await phone.app.getByRole('heading', { name: 'Лев Гордин' }).waitFor()
    expect(await isSamePage()).toBe(true)
  }
  const readReachability = () =>
    setup.db
      .selectFrom('users')
      .select(['can_write', 'notify_blocked_at'])
      .where('full_name', '=', 'Лев Гордин')
      .executeTakeFirstOrThrow()
  await phone.page.getByTestId('block-bot').click()
  await expect.poll(readReachability).toMatchObject({ can_write: false })
  expect(await isSamePage()).toBe(true)
  await phone.app.getByRole('link', { name: 'Уведомления' }).click()
  await phone.app.getByText('Бот не может вам писать').waitFor()
  await phone.app.getByRole('switch', { name: 'Новые заказы' }).click()
  await phone.minimise()
  await phone.page.getByTestId('start').click()
  await expect.poll(readReachability).toEqual({ can_write: true, notify_blocked_at: null })
})

test.for(profiles.map(({ id }) => id))('the client "%s" reaches the feed', async (client) => {
  const tme = `${bot}?startapp=page_search-personal`
  const phone = await setup.phoneOf(await newPerson(setup.world, 'Нина', 'Белова'), { client, tme })
  await phone.waitForApp()
  await chooseRussian(phone)
  await answerHomeQuestion(phone, 'Пропустить')
  await phone.app.getByRole('article').first().waitFor()
  await photograph(phone.page, 'desk', `client-${client}`)
  await phone.app.getByRole('link', { name: 'Профиль', exact: true }).click()
  await phone.app.getByRole('heading', { name: 'Нина Белова' }).waitFor()
})

test('a person whose Telegram is English meets an English bot and an English mini-app', async () => {
  const phone = await setup.phoneOf(await newPerson(setup.world, 'Mia', 'Novak'), { panels: true })
  const patchAnswer = phone.page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await phone.page.getByTestId('language-en').click()
  await patchAnswer
  await phone.openChat()
  await phone.page.getByTestId('start').click()
  await phone.press('Open the app', 'Open')
  await phone.waitForApp()
  await phone.app.getByRole('radio', { name: 'English' }).and(phone.app.locator(':checked')).waitFor()
  await phone.app.getByRole('button', { name: 'Continue' }).click()
  await phone.app.getByRole('heading', { name: 'What brings you here?' }).waitFor()
  await phone.app.getByRole('button', { name: 'Skip' }).click()
  await phone.app.getByRole('link', { name: 'Profile', exact: true }).waitFor()
  await phone.app.getByPlaceholder('Search orders and job posts').waitFor()
  await phone.app.getByText('Urgent order').first().waitFor()
  await photograph(phone.page, 'desk', 'english')
})

/** Opens the bot's chat, writes a note into it, and opens the person's profile in the mini-app. */
async function openProfileWithNote(phone: Phone, { id, name, note }: typeof client): Promise<void> {
  const { page, app } = phone
  await phone.openChat(id)
  await page.getByTestId('start').click()
  await phone.message('Откройте приложение').waitFor()
  await page.getByTestId('composer').fill(note)
  await page.getByTestId('send').click()
  await phone.message(note).waitFor()
  await phone.press('Откройте приложение', 'Открыть')
  await phone.waitForApp()
  await chooseRussian(phone)
  await app.getByRole('link', { name: 'Профиль', exact: true }).click()
  await app.getByRole('heading', { name }).waitFor()
}

async function switchTo({ page }: Phone, { id }: typeof client): Promise<void> {
  await page.getByTestId(`person-${id}`).click()
  await page.getByTestId('app-frame').waitFor({ state: 'detached' })
}

test('another person takes the telephone and finds only what is theirs', async () => {
  const phone = await setup.phoneOf(client, { panels: true })
  const { page, app } = phone
  const chatLink = app.getByRole('link', { name: 'Тимур Галиев' })
  const order = app.getByRole('article').filter({ hasText: 'Бот для отзывов гостей' })
  const orders = app.getByRole('link', { name: 'Мои заказы и вакансии' })
  const chats = app.getByRole('link', { name: 'Чаты' })
  const notes = (note: string) => page.getByTestId(/^message-\d+$/).filter({ hasText: note })

  await openProfileWithNote(phone, client)
  const unsentTitle = app.getByRole('textbox', { name: 'Название' })
  await goTo(phone, '/order/create')
  await unsentTitle.fill('Сюрприз к юбилею')
  await goTo(phone, '/profile')
  await orders.click()
  await order.first().waitFor()
  await chats.click()
  await chatLink.waitFor()

  await switchTo(phone, freelancer)
  await openProfileWithNote(phone, freelancer)
  expect(await notes(client.note).count()).toBe(0)
  await photograph(page, 'desk', 'another-person')
  await chats.click()
  await app.getByText('Чатов пока нет').waitFor()
  expect(await chatLink.count()).toBe(0)
  await goTo(phone, '/listings')
  await app.getByText('Здесь будут ваши заказы').waitFor()
  expect(await app.getByRole('article').count()).toBe(0)
  await goTo(phone, '/order/create')
  await unsentTitle.waitFor()
  expect(await unsentTitle.inputValue()).toBe('')

  await switchTo(phone, client)
  await phone.openChat(client.id)
  await notes(client.note).first().waitFor()
  expect(await notes(freelancer.note).count()).toBe(0)
})
