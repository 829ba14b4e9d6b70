import type { Page } from 'playwright-core'
import type { Showroom } from './showroom.ts'

/** A screen of the mini-app as one of the demo people sees it. */
export type Screen = {
  name: string
  person: number
  path: string | ((showroom: Showroom) => Promise<string>)
  /** Opens what lies on the screen, such as a sheet. */
  act?: (page: Page) => Promise<void>
}

export const people = {
  admin: 7000000001,
  client: 7000000011,
  shop: 7000000012,
  employer: 7000000021,
  freelancer: 7000000031,
  executor: 7000000033,
  /** Two whom the market does not know yet; the second looks for people. */
  newcomer: 7000000098,
  newClient: 7000000099,
}

const { admin, client, shop, employer, freelancer, executor, newcomer, newClient } = people
const order =
  (words: string, rest = '') =>
  async (showroom: Showroom) =>
    `/order/${await showroom.listing(words)}${rest}`
const vacancy =
  (words: string, rest = '') =>
  async (showroom: Showroom) =>
    `/vacancy/${await showroom.listing(words)}${rest}`
const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Puts both responses into the shortlist and lays them side by side. */
async function compareBoth(page: Page): Promise<void> {
  const marks = page.getByRole('button', { name: /^(В короткий список|Add to shortlist)$/ })
  const told = page.getByText(/^(Отклик\sв\sкоротком\sсписке|Added\sto\sshortlist)$/)
  for (let left = await marks.count(); left > 0; left--) {
    await marks.first().click()
    await told.waitFor()
    await told.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: /^(Короткий список|Shortlist) 2$/ }).click()
  await page.getByRole('button', { name: /^(Сравнить двоих|Compare two)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

async function quoteLast(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Действия с сообщением|Message actions)/ })
    .last()
    .click()
  await page.getByRole('button', { name: /^(Ответить|Reply)$/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Once answered, the question does not come again in the next window. */
const hire = async (page: Page) => {
  const answer = page.getByRole('button', { name: /^(Ищу исполнителя|I'm hiring)/ })
  const empty = page.getByRole('heading', { name: /^(Найдём исполнителя|Let's find)/ })
  await answer.or(empty).first().waitFor()
  if (await answer.isVisible()) await answer.click()
  await empty.waitFor()
}

export const screens: Screen[] = [
  { name: 'first-start', person: newcomer, path: '/search/personal' },
  { name: 'client-home', person: client, path: '/search/personal' },
  { name: 'client-home-empty', person: newClient, path: '/search/personal', act: hire },
  { name: 'feed', person: freelancer, path: '/search/personal' },
  { name: 'orders', person: freelancer, path: '/search/orders' },
  { name: 'orders-empty', person: freelancer, path: '/search/orders?query=zzzzqq' },
  { name: 'orders-filters', person: freelancer, path: '/search/orders', act: press(/^(Фильтры|Filters)/) },
  { name: 'vacancies', person: freelancer, path: '/search/vacancies' },
  { name: 'freelancers', person: client, path: '/search/freelancer' },
  { name: 'freelancers-empty', person: client, path: '/search/freelancer?query=zzzzqq' },
  {
    name: 'freelancers-filters',
    person: client,
    path: '/search/freelancer',
    act: press(/^(Фильтры|Filters)/),
  },
  { name: 'order', person: freelancer, path: order('иконок для приложения') },
  { name: 'order-responded', person: freelancer, path: order('сети кофеен') },
  { name: 'order-own-published', person: client, path: order('сети кофеен') },
  { name: 'order-own-draft', person: client, path: order('осеннего меню') },
  { name: 'order-own-unpaid', person: shop, path: order('Яндекс Директ') },
  { name: 'order-own-moderation', person: client, path: order('картой лояльности') },
  { name: 'order-own-rejected', person: shop, path: order('50 отзывов') },
  { name: 'order-own-hidden', person: shop, path: order('DataLens') },
  { name: 'order-own-in-progress', person: client, path: order('отзывов гостей') },
  { name: 'order-executor', person: executor, path: order('отзывов гостей') },
  { name: 'order-own-completed', person: shop, path: order('120 товаров') },
  { name: 'order-own-expired', person: client, path: order('Листовки') },
  { name: 'order-responses', person: client, path: order('сети кофеен', '/responses') },
  {
    name: 'order-compare',
    person: client,
    path: order('сети кофеен', '/responses'),
    act: compareBoth,
  },
  { name: 'order-create', person: client, path: '/order/create' },
  {
    name: 'category-sheet',
    person: client,
    path: '/order/create',
    act: press(/^(Категория|Category)/),
  },
  {
    name: 'order-edit',
    person: client,
    path: async (room) => `/order/create?target=${await room.listing('осеннего меню')}&type=edit`,
  },
  { name: 'vacancy', person: freelancer, path: vacancy('Фронтенд-разработчик') },
  { name: 'vacancy-own', person: employer, path: vacancy('Продуктовый дизайнер') },
  { name: 'vacancy-responses', person: employer, path: vacancy('Продуктовый дизайнер', '/responses') },
  { name: 'vacancy-create', person: employer, path: '/vacancy/create' },
  { name: 'listings', person: client, path: '/listings' },
  { name: 'responses', person: freelancer, path: '/responses' },
  { name: 'chats', person: client, path: '/chat' },
  { name: 'chat-room', person: client, path: async (room) => `/chat/${await room.room('отзывов гостей')}` },
  {
    name: 'chat-quote',
    person: client,
    path: async (room) => `/chat/${await room.room('отзывов гостей')}`,
    act: quoteLast,
  },
  { name: 'profile', person: freelancer, path: '/profile' },
  { name: 'profile-edit', person: freelancer, path: '/profile/edit' },
  {
    name: 'profile-edit-service',
    person: freelancer,
    path: '/profile/edit',
    act: press(/^(Добавить услугу|Add service)$/),
  },
  { name: 'notifications', person: freelancer, path: '/profile/notifications' },
  { name: 'privacy-settings', person: freelancer, path: '/profile/privacy' },
  { name: 'blocked', person: freelancer, path: '/profile/blocked' },
  { name: 'about', person: freelancer, path: '/about' },
  { name: 'faq', person: freelancer, path: '/faq' },
  { name: 'privacy', person: freelancer, path: '/privacy' },
  { name: 'terms', person: freelancer, path: '/terms' },
  { name: 'user', person: client, path: async (room) => `/user/${await room.person(7000000031)}` },
  {
    name: 'user-picture',
    person: client,
    path: async (room) => `/user/${await room.person(7000000031)}`,
    act: press('Доставка суши'),
  },
  {
    name: 'respond-sheet',
    person: freelancer,
    path: order('Карточки для Ozon'),
    act: press(/^(Откликнуться|Respond)/),
  },
  {
    name: 'vacancy-respond',
    person: freelancer,
    path: vacancy('Node.js'),
    act: press(/^(Откликнуться|Respond|Apply)/),
  },
  { name: 'user-client', person: freelancer, path: async (room) => `/user/${await room.person(7000000012)}` },
  { name: 'favourites', person: freelancer, path: '/profile/favourites' },
  { name: 'saved-searches', person: freelancer, path: '/profile/searches' },
  { name: 'admin-projects', person: admin, path: '/admin-panel/projects' },
  { name: 'admin-vacancies', person: admin, path: '/admin-panel/vacancies' },
  { name: 'admin-users', person: admin, path: '/admin-panel/users' },
  { name: 'admin-cases', person: admin, path: '/admin-panel/cases' },
  { name: 'admin-payments', person: admin, path: '/admin-panel/payments' },
  {
    name: 'admin-review',
    person: admin,
    path: async (room) => `/admin-panel/review/${await room.task('картой лояльности')}`,
  },
  { name: 'ui', person: freelancer, path: '/ui' },
  { name: 'not-found', person: freelancer, path: '/nowhere' },
]
