import { beforeAll, expect, test } from 'vitest'
import { seed } from '#db/seed.ts'
import { photograph } from '#tests/support/browser.ts'
import { markApp, type Phone } from '#tests/support/desk.ts'
import { newcomer } from './people.ts'
import { openStage } from './stage.ts'
import { chooseRussian, meetTheBot } from './steps.ts'

const bot = 'otklik_demo_bot'
/** People of the demo market. Telegram remembers their language, so each is asked for it in one test only. */
const _client = { id: 7000000011 }
const otherClient = { id: 7000000012 }
const _freelancer = { id: 7000000031 }
const otherFreelancer = { id: 7000000032 }
const _reader = { id: 7000000034 }
const stage = openStage({ roles: ['telegram', 'api', 'bot'] })
beforeAll(() => seed(stage.world.database_url, { demo: true }))

/** Themes of the desk with what the mini-app makes of them. */
const themes = [
  { id: 'dark', scheme: 'dark', card: 'rgb(44, 44, 46)' },
  { id: 'pink', scheme: 'light', card: 'rgb(255, 247, 250)' },
  { id: 'green', scheme: 'dark', card: 'rgb(40, 46, 51)' },
  { id: 'light', scheme: 'light', card: 'rgb(255, 255, 255)' },
] as const

async function wearTheme({ page, app }: Phone, { id, scheme, card }: (typeof themes)[number]) {
  await page.getByTestId(`theme-${id}`).click()
  await app.locator(`html[data-scheme=${scheme}]`).waitFor()
  const painted = () => app.locator('html').evaluate((root) => root.style.getPropertyValue('--c-card'))
  const hex = card.match(/\d+/g)?.map((part) => Number(part).toString(16).padStart(2, '0'))
  await expect.poll(painted).toBe(`#${hex?.join('')}`)
}

test('the open mini-app follows theme and platform, and outlives a blocked bot', async () => {
  const phone = await stage.phoneOf(await newcomer(stage.world, 'Лев', 'Гордин'), { panels: true })
  await meetTheBot(phone)
  await chooseRussian(phone)
  await phone.app.getByRole('link', { name: 'Профиль', exact: true }).click()
  await phone.app.getByRole('heading', { name: 'Лев Гордин' }).waitFor()
  const isSamePage = await markApp(phone)
  for (const theme of themes) {
    await wearTheme(phone, theme)
    await photograph(phone.page, 'desk', `theme-${theme.id}`)
    expect(await isSamePage()).toBe(true)
  }
  for (const platform of ['android', 'macos', 'weba', 'old', 'silent', 'ios']) {
    await phone.page.getByTestId('platform').selectOption(platform)
    await phone.app.getByRole('heading', { name: 'Лев Гордин' }).waitFor()
    expect(await isSamePage()).toBe(true)
  }
  const reach = () =>
    stage.db
      .selectFrom('users')
      .select(['can_write', 'notify_blocked_at'])
      .where('full_name', '=', 'Лев Гордин')
      .executeTakeFirstOrThrow()
  await phone.page.getByTestId('block-bot').click()
  await expect.poll(reach).toMatchObject({ can_write: false })
  expect(await isSamePage()).toBe(true)
  await phone.app.getByRole('link', { name: 'Уведомления' }).click()
  await phone.app.getByText('Бот не может вам писать').waitFor()
  await phone.app.getByRole('switch', { name: 'Новые заказы' }).click()
  await phone.minimise()
  await phone.page.getByTestId('start').click()
  await expect.poll(reach).toEqual({ can_write: true, notify_blocked_at: null })
})

test.for(['ios', 'android', 'tdesktop', 'macos', 'weba', 'old', 'silent', 'nostorage', 'notheme'])(
  'the client "%s" reaches the feed',
  async (platform) => {
    const tme = `${bot}?startapp=page_search-personal`
    const phone = await stage.phoneOf(await newcomer(stage.world, 'Нина', 'Белова'), { platform, tme })
    await phone.appStarted()
    await chooseRussian(phone)
    await phone.app.getByRole('article').first().waitFor()
    await photograph(phone.page, 'desk', `client-${platform}`)
    await phone.app.getByRole('link', { name: 'Профиль', exact: true }).click()
    await phone.app.getByRole('heading', { name: 'Нина Белова' }).waitFor()
  },
)

test('a person whose Telegram is English meets an English bot and an English mini-app', async () => {
  const phone = await stage.phoneOf(await newcomer(stage.world, 'Mia', 'Novak'), { panels: true })
  const told = phone.page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await phone.page.getByTestId('language-en').click()
  await told
  await phone.openChat()
  await phone.page.getByTestId('start').click()
  await phone.press('Open the app', 'Open')
  await phone.appStarted()
  await phone.app.getByRole('radio', { name: 'English' }).and(phone.app.locator(':checked')).waitFor()
  await phone.app.getByRole('button', { name: 'Continue' }).click()
  await phone.app.getByRole('link', { name: 'Profile', exact: true }).waitFor()
  await phone.app.getByText('Popular now').waitFor()
  await photograph(phone.page, 'desk', 'english')
})

test('another person takes the telephone and finds only what is theirs', async () => {
  const phone = await stage.phoneOf(otherClient, { panels: true, tme: `${bot}?startapp=page_listings` })
  await phone.appStarted()
  await chooseRussian(phone)
  await phone.app.getByRole('heading', { name: 'Мои заказы' }).waitFor()
  await phone.app.getByRole('article').first().waitFor()
  await phone.page.getByTestId(`person-${otherFreelancer.id}`).click()
  await phone.page.getByTestId('app-frame').waitFor({ state: 'detached' })
  await phone.openChat(otherFreelancer.id)
  await phone.page.getByTestId('start').click()
  await phone.press('Откройте приложение', 'Открыть')
  await phone.appStarted()
  await chooseRussian(phone)
  await phone.app.getByRole('link', { name: 'Профиль', exact: true }).click()
  await phone.app.getByRole('heading', { name: 'Ольга Тихонова' }).waitFor()
  await photograph(phone.page, 'desk', 'another-person')
})
