import { expect, test } from 'vitest'
import { photograph } from '#tests/support/screens/browser.ts'
import { watchClosing } from './closing.ts'
import { frameOf, goTo, pathOf } from './navigation.ts'
import { setUpJourneys } from './setup.ts'
import { chooseRussian } from './steps.ts'

const bot = 'otklik_demo_bot'
/** An author in the demo market who can open every page of their own listing. */
const employer = { id: 5000000000000021 }
const freelancer = { id: 5000000000000031 }
const client = { id: 5000000000000012 }
const setup = setUpJourneys({ hasDemo: true, roles: ['telegram', 'api'] })

async function idOf(kind: 'order' | 'vacancy', author?: number): Promise<number> {
  const row = await setup.db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.author_id')
    .select('listings.id')
    .where('kind', '=', kind)
    .where('listings.status', '=', 'published')
    .where('users.telegram_id', author || kind === 'vacancy' ? '=' : '<>', author ?? employer.id)
    // Excludes orders to which the freelancer has responded. On such an order, Back leads to the freelancer's own
    // responses.
    .where('listings.id', 'not in', (eb) =>
      eb
        .selectFrom('responses')
        .innerJoin('users as sender', 'sender.id', 'responses.user_id')
        .select('responses.listing_id')
        .where('sender.telegram_id', '=', freelancer.id),
    )
    .orderBy('listings.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}

type RouteRow = {
  path: string
  title: string | RegExp
  /** True if the page has the main menu. */
  menu?: true
  /** True if Telegram's header closes the app instead of going back. */
  closesApp?: true
  /** The address after redirects, if it is another address. */
  redirectsTo?: string
}

/** Paths with an id that no row has. */
const malformedPaths = [
  '/order/abc',
  '/order/0/responses',
  '/order/1e3/invite',
  '/vacancy/abc',
  '/vacancy/abc/funnel',
  '/user/9007199254740993',
  '/service/abc',
  '/chat/abc',
  '/responses/abc',
  '/request/abc',
  '/admin-panel/users/abc',
  '/admin-panel/review/abc',
]

const rowsOf = (order: number, vacancy: number, chat: number): RouteRow[] => [
  { path: '/search', redirectsTo: '/search/personal', title: 'Главная', menu: true, closesApp: true },
  { path: '/search/orders', title: 'Поиск', menu: true, closesApp: true },
  { path: '/search/vacancies', title: 'Поиск', menu: true, closesApp: true },
  { path: '/search/freelancer', title: 'Исполнители', menu: true, closesApp: true },
  { path: `/order/${order}`, title: /./ },
  { path: '/order/create', title: 'Новый заказ' },
  { path: `/vacancy/${vacancy}`, title: /./ },
  { path: `/vacancy/${vacancy}/responses`, title: /отклик/ },
  { path: '/vacancy/create', title: 'Новая вакансия' },
  { path: `/vacancy/create?target=${vacancy}&type=edit`, title: 'Редактирование вакансии' },
  { path: `/payment/check?vacancy=${vacancy}`, title: 'Оплата прошла', closesApp: true },
  { path: '/listings', title: 'Мои заказы и вакансии', menu: true, closesApp: true },
  { path: '/responses', title: 'Отклики', menu: true, closesApp: true },
  { path: '/responses?kind=orders', title: 'Мои отклики', menu: true, closesApp: true },
  { path: '/responses/invitations', title: 'Приглашения' },
  { path: '/chat', title: 'Чаты', menu: true, closesApp: true },
  { path: `/chat/${chat}`, title: /./ },
  { path: '/profile', title: 'Дмитрий Ковалёв', menu: true, closesApp: true },
  { path: '/profile/edit', title: /./ },
  { path: '/profile/numbers', title: 'Цифр пока нет' },
  { path: '/profile/favourites', title: 'Избранное' },
  { path: '/profile/searches', title: 'Сохранённые поиски' },
  { path: '/profile/blocked', title: 'Заблокированные' },
  { path: '/profile/notifications', title: 'Уведомления' },
  { path: '/profile/privacy', title: 'Данные и приватность' },
  { path: '/order/1/papers', title: /./ },
  { path: '/deals/check', title: 'Проверить историю сделки' },
  { path: '/user/1', title: /./ },
  { path: '/service/1', title: 'Вёрстка лендинга по макету' },
  { path: '/search/freelancer?show=services', title: 'Исполнители', menu: true, closesApp: true },
  { path: '/about', title: 'О сервисе' },
  { path: '/faq', title: 'Вопросы и ответы' },
  { path: '/terms', title: 'Правила сервиса' },
  { path: '/privacy', title: 'Политика приватности' },
  { path: '/ui', title: /./ },
  { path: '/not-telegram', title: 'Откройте в Telegram', closesApp: true },
  { path: '/search/foo', title: 'Страница не найдена', menu: true },
  { path: '/nothing/of/the/kind', title: 'Страница не найдена', menu: true },
  ...malformedPaths.map((path): RouteRow => ({ path, title: 'Страница не найдена', menu: true })),
  { path: '/order/999999999', title: 'Заказ не найден' },
  { path: '/vacancy/999999999', title: 'Вакансия не найдена' },
  { path: '/user/999999999', title: 'Профиль не найден' },
  { path: '/service/999999999', title: 'Услуга не найдена' },
  { path: '/chat/999999999', title: 'Чат не найден' },
]

/** Opens a chat between two people of the demo market. */
async function openChat(one: { id: number }, other: { id: number }): Promise<number> {
  const people = await setup.db
    .selectFrom('users')
    .select('id')
    .where('telegram_id', 'in', [one.id, other.id])
    .orderBy('id')
    .execute()
  const [user_low = 0, user_high = 0] = people.map(({ id }) => id)
  const { id: room_id } = await setup.db
    .insertInto('chat_rooms')
    .values({ kind: 'other', listing_id: null, user_low, user_high, opened_by: user_low })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setup.db
    .insertInto('chat_members')
    .values([
      { room_id, user_id: user_low },
      { room_id, user_id: user_high },
    ])
    .execute()
  return room_id
}

test('every page has its title, its menu or none, and its way back', async () => {
  const phone = await setup.phoneOf(employer, { tme: `${bot}?startapp=page_search-personal` })
  await phone.waitForApp()
  await chooseRussian(phone)
  await phone.app.getByRole('article').first().waitFor()
  const malformedRequests: string[] = []
  phone.page.on('request', (request) => {
    if (/NaN|abc|1e3|9007199254740993/.test(new URL(request.url()).pathname + (request.postData() ?? '')))
      malformedRequests.push(request.url())
  })
  for (const row of rowsOf(
    await idOf('order'),
    await idOf('vacancy'),
    await openChat(employer, freelancer),
  )) {
    await goTo(phone, row.path)
    await phone.app.getByRole('heading', { level: 1, name: row.title }).first().waitFor()
    await expect.poll(() => pathOf(phone)).toBe(row.redirectsTo ?? row.path)
    await phone.page.getByTestId(row.closesApp ? 'app-close' : 'app-back').waitFor()
    const menus = await phone.app.getByRole('navigation', { name: 'Главное меню' }).count()
    expect([row.path, menus]).toEqual([row.path, row.menu ? 1 : 0])
    expect(await phone.app.getByRole('heading', { level: 1 }).count()).toBe(1)
    // After navigation the heading has the focus, and the document's title contains the heading.
    const focusAndTitle = 'document.activeElement.tagName + " " + document.title'
    const frame = await frameOf(phone)
    await expect
      .poll(() => frame.evaluate<string>(focusAndTitle), { message: row.path })
      .toMatch(/^H1 \S.* · Отклик$/)
  }
  expect(malformedRequests).toEqual([])
  phone.complaints.length = 0 // The console logs the four requests that answer 404.
})

test('Back closes a dialog, then a sheet, then the page; the app asks before closing only over unsaved text', async () => {
  const phone = await setup.phoneOf(client, { tme: `${bot}?startapp=page_search-personal` })
  const { app, page } = phone
  const hasCloseConfirmation = await watchClosing(phone)
  const backButton = page.getByTestId('app-back')
  const closeButton = page.getByTestId('app-close')
  await phone.waitForApp()
  await chooseRussian(phone)
  await goTo(phone, '/search/orders')
  await app.getByRole('article').first().waitFor()
  await closeButton.waitFor()

  // On a root page such as the list of orders, the Back button appears only while a sheet or dialog is open above the
  // page.
  await app.getByRole('button', { name: /^Фильтры/ }).click()
  await app.getByRole('dialog', { name: 'Фильтры' }).waitFor()
  await backButton.click()
  await app.getByRole('dialog').waitFor({ state: 'detached' })
  await closeButton.waitFor()

  const ownOrderPath = `/order/${await idOf('order', client.id)}`
  await goTo(phone, ownOrderPath)
  await app.getByRole('button', { name: 'Поделиться' }).click()
  await app.getByRole('dialog', { name: 'Поделиться' }).waitFor()
  await backButton.click()
  await app.getByRole('dialog').waitFor({ state: 'detached' })
  await app.getByRole('button', { name: 'Удалить' }).click()
  await app.getByRole('alertdialog', { name: 'Удалить заказ?' }).waitFor()
  await backButton.click()
  await app.getByRole('alertdialog').waitFor({ state: 'detached' })
  expect(await pathOf(phone)).toBe(ownOrderPath)
  await backButton.click()
  await closeButton.waitFor()
  expect(await pathOf(phone)).toMatch(/^\/search\/orders/)

  // Telegram asks before it closes a form with unsaved text. It does not ask after the form was left, saved or changed
  // back.
  await goTo(phone, '/order/create')
  const title = app.getByRole('textbox', { name: 'Название' })
  await title.waitFor()
  expect(await hasCloseConfirmation()).toBe(false)
  await title.fill('Каталог семян')
  await expect.poll(hasCloseConfirmation).toBe(true)
  await backButton.click()
  await closeButton.waitFor()
  await expect.poll(hasCloseConfirmation).toBe(false)
  await goTo(phone, '/profile/edit')
  const aboutField = app.getByRole('textbox', { name: 'О себе' })
  const earlierAbout = await aboutField.inputValue()
  await aboutField.fill('Нанимаю дизайнеров.')
  await expect.poll(hasCloseConfirmation).toBe(true)
  await aboutField.fill(earlierAbout)
  await expect.poll(hasCloseConfirmation).toBe(false)
  await aboutField.fill('Нанимаю дизайнеров.')
  await expect.poll(hasCloseConfirmation).toBe(true)
  await app.getByRole('button', { name: 'Сохранить' }).click()
  await expect.poll(hasCloseConfirmation).toBe(false)
  expect(await page.getByTestId('write-dialog').count()).toBe(0)
})

test('an expired listing is offered for renewal, not for payment', async () => {
  const phone = await setup.phoneOf({ id: 5000000000000011 }, { tme: `${bot}?startapp=page_listings` })
  await phone.waitForApp()
  await chooseRussian(phone)
  const expiredCard = phone.app.getByRole('article').filter({ hasText: 'Размещение закончилось' })
  await expiredCard.getByRole('button', { name: /^Продлить · / }).waitFor()
  await photograph(expiredCard, 'routes', 'expired')
})

/** Every form of shared links that the product has ever used. The test inserts the ids. */
const links = [
  ['page_order___orderId_{order}', '/order/{order}'],
  ['page_order__orderId_{order}', '/order/{order}'],
  ['page__order__orderId__{order}', '/order/{order}'],
  ['page_order_orderId_{order}', '/order/{order}'],
  ['orderId_{order}', '/order/{order}'],
  ['page_vacancy___vacansyId_{vacancy}', '/vacancy/{vacancy}'],
  ['page_vacancy___vacancyId_{vacancy}', '/vacancy/{vacancy}'],
  ['PAGE_user___USERID_1', '/user/1'],
  ['page_search___query_React', '/search/orders?query=React'],
  ['page_listings', '/listings'],
  ['page_faq', '/faq'],
  ['page_admin-panel', '/search/personal'],
] as const

test('deep links open their page in every spelling, before and after the first login', async () => {
  const ids = { order: await idOf('order'), vacancy: await idOf('vacancy') }
  const withIds = (text: string) =>
    text.replace('{order}', String(ids.order)).replace('{vacancy}', String(ids.vacancy))
  const [first] = links
  const phone = await setup.phoneOf(freelancer, { tme: `${bot}?startapp=${withIds(first[0])}` })
  const desk = phone.page.url()
  await phone.waitForApp()
  await chooseRussian(phone)
  for (const [link, path] of links) {
    if (link !== first[0]) await followLink(link)
    await phone.app.getByRole('heading', { level: 1 }).first().waitFor()
    expect([link, await pathOf(phone)]).toEqual([link, withIds(path)])
  }

  // A page that was opened by a link has no history. Back then leads to the list of such pages, and Telegram's header
  // closes the app there.
  for (const [link, parent] of [
    [withIds(first[0]), '/search/personal'],
    ['page_user___userId_1', '/search/freelancer'],
  ] as const) {
    await followLink(link)
    await phone.page.getByTestId('app-back').click()
    await phone.page.getByTestId('app-close').waitFor()
    await expect.poll(() => pathOf(phone)).toBe(parent)
  }

  async function followLink(link: string): Promise<void> {
    const url = new URL(desk)
    url.searchParams.set('tme', `${bot}?startapp=${withIds(link)}`)
    await phone.page.goto(url.href)
    await phone.waitForApp()
  }
})
