import type { Page } from 'playwright-core'
import {
  answerHiring,
  attachFiles,
  compareBoth,
  hideFirstCard,
  openFeedMenu,
  openHideForm,
  openTemplates,
  press,
  quoteLastMessage,
  unfoldEntry,
  waitForSavedSearch,
} from './screen-acts.ts'
import {
  endedResponse,
  invitedOrder,
  invitingPeople,
  order,
  orderFunnel,
  orderWithCopy,
  orderWithQuestions,
  orderWithTemplates,
  people,
  reviewOf,
  vacancy,
  withHiddenAuthor,
  withRecords,
  withStaffTraces,
  withSupportTalk,
} from './screen-scenes.ts'
import type { Showroom } from './showroom.ts'

/** A screen of the mini-app, opened by one of the demo people. */
export type Screen = {
  name: string
  person: number
  path: string | ((showroom: Showroom) => Promise<string>)
  /** Opens a part of the screen, such as a sheet, before the screenshot. */
  act?: (page: Page) => Promise<void>
}

const { admin, client, shop, employer, freelancer, executor, newcomer, newClient } = people

export const screens: Screen[] = [
  { name: 'first-start', person: newcomer, path: '/search/personal' },
  { name: 'client-home', person: client, path: '/search/personal' },
  { name: 'client-home-empty', person: newClient, path: '/search/personal', act: answerHiring },
  { name: 'feed', person: freelancer, path: '/search/personal' },
  { name: 'orders', person: freelancer, path: '/search/orders' },
  { name: 'orders-empty', person: freelancer, path: '/search/orders?query=zzzzqq', act: waitForSavedSearch },
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
  // This screen must come before the other screens of listings, because opening a listing caches the invitations for a
  // while.
  { name: 'order-invited', person: freelancer, path: invitedOrder },
  { name: 'order', person: freelancer, path: order('иконок для приложения') },
  { name: 'order-record', person: freelancer, path: withRecords(order('Карточки для Ozon')) },
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
  {
    name: 'order-create',
    person: client,
    path: '/order/create',
    act: (page) => page.getByRole('button', { name: /2\s500/ }).waitFor(),
  },
  {
    name: 'category-sheet',
    person: client,
    path: '/order/create',
    act: press(/^(Категория|Category)/),
  },
  {
    name: 'order-edit',
    person: client,
    path: async (showroom) => `/order/create?target=${await showroom.listing('осеннего меню')}&type=edit`,
  },
  { name: 'vacancy', person: freelancer, path: vacancy('Фронтенд-разработчик') },
  { name: 'vacancy-own', person: employer, path: vacancy('Продуктовый дизайнер') },
  { name: 'responses-folded', person: client, path: orderWithCopy('Логотип и стиль') },
  {
    name: 'respond-questions',
    person: freelancer,
    path: orderWithQuestions('Связать сайт'),
    act: press(/^(Откликнуться|Respond)/),
  },
  { name: 'funnel', person: client, path: orderFunnel('сети кофеен') },
  { name: 'vacancy-responses', person: employer, path: vacancy('Продуктовый дизайнер', '/responses') },
  { name: 'vacancy-create', person: employer, path: '/vacancy/create' },
  { name: 'listings', person: client, path: '/listings' },
  { name: 'responses', person: freelancer, path: '/responses' },
  { name: 'received-responses', person: client, path: '/responses' },
  { name: 'invitations', person: freelancer, path: '/responses/invitations' },
  { name: 'response-story', person: freelancer, path: endedResponse },
  { name: 'chats', person: client, path: '/chat' },
  {
    name: 'chat-room',
    person: client,
    path: async (showroom) => `/chat/${await showroom.room('отзывов гостей')}`,
  },
  {
    name: 'chat-quote',
    person: client,
    path: async (showroom) => `/chat/${await showroom.room('отзывов гостей')}`,
    act: quoteLastMessage,
  },
  {
    name: 'chat-files',
    person: client,
    path: async (showroom) => `/chat/${await showroom.room('отзывов гостей')}`,
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
  { name: 'privacy-warned', person: shop, path: withStaffTraces('/profile/privacy') },
  { name: 'notifications', person: freelancer, path: '/profile/notifications' },
  { name: 'privacy-settings', person: freelancer, path: '/profile/privacy' },
  { name: 'blocked', person: freelancer, path: withHiddenAuthor('/profile/blocked') },
  { name: 'story-check', person: freelancer, path: '/deals/check' },
  { name: 'about', person: freelancer, path: '/about' },
  { name: 'faq', person: freelancer, path: '/faq' },
  { name: 'privacy', person: freelancer, path: '/privacy' },
  { name: 'terms', person: freelancer, path: '/terms' },
  {
    name: 'user',
    person: client,
    path: async (showroom) => `/user/${await showroom.person(5000000000000031)}`,
  },
  {
    name: 'user-picture',
    person: client,
    path: async (showroom) => `/user/${await showroom.person(5000000000000031)}`,
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
    name: 'respond-templates',
    person: freelancer,
    path: orderWithTemplates('Карточки для Ozon'),
    act: openTemplates,
  },
  {
    name: 'user-client',
    person: freelancer,
    path: withRecords(async (showroom) => `/user/${await showroom.person(shop)}`),
  },
  {
    name: 'user-record',
    person: client,
    path: withRecords(async (showroom) => `/user/${await showroom.person(executor)}`),
    act: press(/^(Как это считается|How it is counted)$/),
  },
  {
    name: 'feed-not-this',
    person: freelancer,
    path: '/search/personal',
    act: openHideForm,
  },
  // Opens another page between two sheets of the same page. Leaving the page closes the first sheet.
  { name: 'favourites', person: freelancer, path: '/profile/favourites' },
  { name: 'feed-menu', person: freelancer, path: '/search/personal', act: openFeedMenu },
  { name: 'saved-searches', person: freelancer, path: '/profile/searches' },
  { name: 'feed-put-away', person: freelancer, path: '/search/personal', act: hideFirstCard },
  { name: 'admin-projects', person: admin, path: '/admin-panel/projects' },
  { name: 'admin-vacancies', person: admin, path: '/admin-panel/vacancies' },
  { name: 'admin-users', person: admin, path: '/admin-panel/users' },
  {
    name: 'admin-person',
    person: admin,
    path: async (showroom) =>
      withStaffTraces(`/admin-panel/users/${await showroom.person(5000000000000012)}`)(showroom),
  },
  {
    name: 'admin-warn',
    person: admin,
    path: async (showroom) => `/admin-panel/users/${await showroom.person(shop)}`,
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
  { name: 'admin-reports', person: admin, path: withStaffTraces('/admin-panel/reports') },
  { name: 'admin-support', person: admin, path: withSupportTalk('/admin-panel/support') },
  { name: 'admin-audit', person: admin, path: withStaffTraces('/admin-panel/audit'), act: unfoldEntry },
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
    path: async (showroom) => `/admin-panel/review/${await showroom.task('картой лояльности')}`,
  },
  { name: 'admin-review-edit', person: admin, path: reviewOf('revision') },
  { name: 'admin-review-appeal', person: admin, path: reviewOf('appeal') },
  { name: 'admin-review-report', person: admin, path: reviewOf('report') },
  {
    name: 'admin-consequence',
    person: admin,
    path: reviewOf('report'),
    act: press(/^(Жалоба верна|Accept)$/),
  },
  { name: 'ui', person: freelancer, path: '/ui' },
  { name: 'not-found', person: freelancer, path: '/nowhere' },
]
