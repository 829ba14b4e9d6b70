import type { Page } from 'playwright-core'
import { giveFunnel } from './funnel-scene.ts'
import { answerInvitations, inviteOften, inviteTo } from './invitation-scenes.ts'
import { judgedTasks } from './judged-tasks.ts'
import { draw } from './portfolios.ts'
import type { Showroom } from './showroom.ts'
import { leaveTraces } from './staff-traces.ts'
import { supportTalk } from './support-talk.ts'

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

/** Two photos wait for the next message; a video cannot go with it. */
async function attachFiles(page: Page): Promise<void> {
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })
  await page
    .locator('footer input[type=file]')
    .setInputFiles([
      { ...file('Зал.png', await draw('#c9d3d9', '#16181c')), mimeType: 'image/png' },
      { ...file('Стойка.png', await draw('#7b6250', '#e9e4da')), mimeType: 'image/png' },
      file('Показ.mov', Buffer.from('moov')),
    ])
  const sent = page.getByRole('button', { name: /^(Убрать файл|Remove file): (Зал|Стойка)/ })
  await sent.nth(1).waitFor()
}

/** Once answered, the question does not come again in the next window. */
const hire = async (page: Page) => {
  const answer = page.getByRole('button', { name: /^(Ищу исполнителя|I'm hiring)/ })
  const empty = page.getByRole('heading', { name: /^(Найдём исполнителя|Let's find)/ })
  await answer.or(empty).first().waitFor()
  if (await answer.isVisible()) await answer.click()
  await empty.waitFor()
}

/** A screen of what the staff did, after it did something. */
const traced = (path: string) => async (showroom: Showroom) => {
  await leaveTraces(showroom.api)
  return path
}
/** A screen of what people have asked the support, after somebody did. */
const talked = (path: string) => async (showroom: Showroom) => {
  const { ctx } = showroom.api
  if (await ctx.db.selectFrom('support_cases').select('id').limit(1).executeTakeFirst()) return path
  await supportTalk(ctx, await showroom.person(client), await showroom.person(admin))
  return path
}
/** A screen on which people have a past: an author who answers most, a freelancer whose clients come back. */
const recorded = (path: (showroom: Showroom) => Promise<string>) => async (showroom: Showroom) => {
  const author = {
    closed: 11,
    hired: 8,
    responses: 112,
    answered: 96,
    answered_percent: 85,
    wait_minutes: 180,
  }
  const worker = { completed: 31, dated: 29, on_time: 27, returning_clients: 9, talks: 40, reply_minutes: 20 }
  const asked = { invited: 14, invites_answered: 13, invites_percent: 85 }
  const none = { closed: 0, hired: 0, responses: 0, answered: 0, answered_percent: 67, wait_minutes: null }
  const idle = { completed: 0, dated: 0, on_time: 0, returning_clients: 0, talks: 0, reply_minutes: null }
  await showroom.api.ctx.db
    .insertInto('person_records')
    .values([
      { user_id: await showroom.person(shop), ...author, paid_placements: 12, ...idle },
      { user_id: await showroom.person(executor), ...none, paid_placements: 0, ...worker, ...asked },
    ])
    .onConflict((on) => on.doNothing())
    .execute()
  return path(showroom)
}
/** An own response that came to nothing. */
const endedResponse = async ({ api, person }: Showroom) => {
  const ended = api.ctx.db
    .selectFrom('responses')
    .select('id')
    .where('status', 'in', ['declined', 'not_chosen'])
  const own = ended
    .where('user_id', '=', await person(freelancer))
    .orderBy('id')
    .limit(1)
  return `/responses/${(await own.executeTakeFirstOrThrow()).id}`
}
/** An order to which the freelancer is invited, as to others before. */
const inviting = async (showroom: Showroom) => {
  const titles = ['Локализация приложения', 'Логотип и стиль', 'записи в мастерскую', '120 товаров']
  const [waiting = 0, ...others] = await Promise.all(titles.map((words) => showroom.listing(words)))
  const person = await showroom.person(freelancer)
  await inviteOften(showroom.api, person, others)
  await inviteTo(showroom.api, waiting, person)
  return `/order/${waiting}`
}
/** People who fit an own order, of whom some were asked. */
const invitingPeople = (words: string) => async (showroom: Showroom) => {
  const listing_id = await showroom.listing(words)
  const people = await Promise.all([executor, shop].map((person) => showroom.person(person)))
  await answerInvitations(showroom.api, listing_id, people)
  return `/order/${listing_id}/invite`
}
/** Puts the first card of the feed away. */
async function putAway(page: Page): Promise<void> {
  await press(/(Не то|Not this)$/)(page)
  await page.getByRole('button', { name: /^(Убрать из ленты|Remove)$/ }).click()
  await page.getByRole('button', { name: /^(Вернуть|Undo)$/ }).waitFor()
}
/** An order whose author asks everybody who responds. */
const asking = (words: string) => async (showroom: Showroom) => {
  const listing_id = await showroom.listing(words)
  const questions =
    'Сколько дней до первой связки? {1 – 30}\nРаботали с amoCRM? {Да, с API / Да, настройки / Нет}'
  const { db } = showroom.api.ctx
  await db.updateTable('orders').set({ questions }).where('listing_id', '=', listing_id).execute()
  return `/order/${listing_id}`
}
/** Responses of which one repeats what its sender said elsewhere. */
const copied = (words: string) => async (showroom: Showroom) => {
  const listing_id = await showroom.listing(words)
  const noticed = { flag: 'copy', flag_share: 94, is_own_copy: true } as const
  const { db } = showroom.api.ctx
  await db.updateTable('responses').set(noticed).where('listing_id', '=', listing_id).execute()
  return `/order/${listing_id}/responses`
}
/** A screen of somebody who has hidden an author. */
const hiding = (path: string) => async (showroom: Showroom) => {
  const hidden = { user_id: await showroom.person(freelancer), author_id: await showroom.person(employer) }
  await showroom.api.ctx.db
    .insertInto('hidden_authors')
    .values(hidden)
    .onConflict((on) => on.doNothing())
    .execute()
  return path
}
/** How an order that is opened less than similar ones is seen. */
const funnelled = (words: string) => async (showroom: Showroom) => {
  const listing_id = await showroom.listing(words)
  await giveFunnel(showroom.api, listing_id)
  return `/order/${listing_id}/funnel`
}
/** The review of something else than a first publication. */
const judged =
  (what: 'revision' | 'appeal' | 'report') =>
  async ({ api }: Showroom) =>
    `/admin-panel/review/${(await judgedTasks(api))[what]}`
/** The newest entry of the audit log, with what was before and after it. */
const unfold = (page: Page) => page.locator('main li > button').first().click()

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
  // Before any other page of a listing, which keeps what it has read of invitations for a while.
  { name: 'order-invited', person: freelancer, path: inviting },
  { name: 'order', person: freelancer, path: order('иконок для приложения') },
  { name: 'order-record', person: freelancer, path: recorded(order('Карточки для Ozon')) },
  {
    name: 'order-record-how',
    person: freelancer,
    path: recorded(order('Карточки для Ozon')),
    act: press(/^(Как это считается|How it is counted)$/),
  },
  { name: 'order-responded', person: freelancer, path: order('сети кофеен') },
  { name: 'order-own-published', person: client, path: order('сети кофеен') },
  { name: 'order-invite', person: client, path: invitingPeople('сети кофеен') },
  {
    name: 'order-invite-words',
    person: client,
    path: order('сети кофеен', '/invite'),
    act: press(/^(Пригласить|Invite): /),
  },
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
  { name: 'responses-folded', person: client, path: copied('Логотип и стиль') },
  {
    name: 'respond-questions',
    person: freelancer,
    path: asking('Связать сайт'),
    act: press(/^(Откликнуться|Respond)/),
  },
  { name: 'funnel', person: client, path: funnelled('сети кофеен') },
  { name: 'vacancy-responses', person: employer, path: vacancy('Продуктовый дизайнер', '/responses') },
  { name: 'vacancy-create', person: employer, path: '/vacancy/create' },
  { name: 'listings', person: client, path: '/listings' },
  { name: 'responses', person: freelancer, path: '/responses' },
  { name: 'invitations', person: freelancer, path: '/responses/invitations' },
  { name: 'response-story', person: freelancer, path: endedResponse },
  { name: 'chats', person: client, path: '/chat' },
  { name: 'chat-room', person: client, path: async (room) => `/chat/${await room.room('отзывов гостей')}` },
  {
    name: 'chat-quote',
    person: client,
    path: async (room) => `/chat/${await room.room('отзывов гостей')}`,
    act: quoteLast,
  },
  {
    name: 'chat-files',
    person: client,
    path: async (room) => `/chat/${await room.room('отзывов гостей')}`,
    act: attachFiles,
  },
  { name: 'profile', person: freelancer, path: '/profile' },
  { name: 'profile-edit', person: freelancer, path: '/profile/edit' },
  {
    name: 'profile-edit-service',
    person: freelancer,
    path: '/profile/edit',
    act: press(/^(Добавить услугу|Add service)$/),
  },
  { name: 'privacy-warned', person: shop, path: traced('/profile/privacy') },
  { name: 'notifications', person: freelancer, path: '/profile/notifications' },
  { name: 'privacy-settings', person: freelancer, path: '/profile/privacy' },
  { name: 'blocked', person: freelancer, path: hiding('/profile/blocked') },
  { name: 'story-check', person: freelancer, path: '/deals/check' },
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
  {
    name: 'user-client',
    person: freelancer,
    path: recorded(async (room) => `/user/${await room.person(shop)}`),
  },
  {
    name: 'user-record',
    person: client,
    path: recorded(async (room) => `/user/${await room.person(executor)}`),
    act: press(/^(Как это считается|How it is counted)$/),
  },
  {
    name: 'feed-not-this',
    person: freelancer,
    path: '/search/personal',
    act: press(/(Не то|Not this)$/),
  },
  // Between two sheets of one page lies another page, which closes the first.
  { name: 'favourites', person: freelancer, path: '/profile/favourites' },
  { name: 'feed-why', person: freelancer, path: '/search/personal', act: press(/^(Почему так|Why so)$/) },
  { name: 'saved-searches', person: freelancer, path: '/profile/searches' },
  { name: 'feed-put-away', person: freelancer, path: '/search/personal', act: putAway },
  { name: 'admin-projects', person: admin, path: '/admin-panel/projects' },
  { name: 'admin-vacancies', person: admin, path: '/admin-panel/vacancies' },
  { name: 'admin-users', person: admin, path: '/admin-panel/users' },
  {
    name: 'admin-person',
    person: admin,
    path: async (room) => traced(`/admin-panel/users/${await room.person(7000000012)}`)(room),
  },
  {
    name: 'admin-warn',
    person: admin,
    path: async (room) => `/admin-panel/users/${await room.person(shop)}`,
    act: press(/^(Предупредить|Warn)$/),
  },
  {
    name: 'admin-take-down',
    person: admin,
    path: '/admin-panel/projects',
    async act(page) {
      await page.getByRole('button', { name: /^(Опубликованы|Published)/ }).click()
      await press(/^(Снять\sс\sпубликации|Take\sdown):/)(page)
    },
  },
  { name: 'admin-reports', person: admin, path: traced('/admin-panel/reports') },
  { name: 'admin-support', person: admin, path: talked('/admin-panel/support') },
  { name: 'admin-audit', person: admin, path: traced('/admin-panel/audit'), act: unfold },
  { name: 'admin-categories', person: admin, path: '/admin-panel/directories' },
  {
    name: 'admin-tariffs',
    person: admin,
    path: '/admin-panel/directories',
    act: (page) => page.getByRole('button', { name: /^(Цены|Prices)$/ }).click(),
  },
  { name: 'admin-cases', person: admin, path: '/admin-panel/cases' },
  { name: 'admin-payments', person: admin, path: '/admin-panel/payments' },
  {
    name: 'admin-review',
    person: admin,
    path: async (room) => `/admin-panel/review/${await room.task('картой лояльности')}`,
  },
  { name: 'admin-review-edit', person: admin, path: judged('revision') },
  { name: 'admin-review-appeal', person: admin, path: judged('appeal') },
  { name: 'admin-review-report', person: admin, path: judged('report') },
  {
    name: 'admin-consequence',
    person: admin,
    path: judged('report'),
    act: press(/^(Жалоба верна|Accept)$/),
  },
  { name: 'ui', person: freelancer, path: '/ui' },
  { name: 'not-found', person: freelancer, path: '/nowhere' },
]
