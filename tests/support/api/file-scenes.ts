import type { Page } from 'playwright-core'
import { login, newAccount } from '#tests/support/people/people.ts'
import { press } from '#tests/support/screens/screen-acts.ts'
import { order, people, vacancy } from '#tests/support/screens/screen-scenes.ts'
import { type Screen, screens } from '#tests/support/screens/screens.ts'
import type { Showroom } from '#tests/support/screens/showroom.ts'

const { client, freelancer } = people

type Scene = Omit<Screen, 'person'> & { person: number | null }

/** An account that does not belong to the demo market. Blocking it does not change the screens of other people. */
const blockedId = people.newcomer + 1000

const pressMore = press(/^(Ещё|More)$/)

/** Screens that the screenshots of all screens do not include. */
const otherScenes: Scene[] = [
  { name: 'not-telegram', person: null, path: '/' },
  {
    name: 'message-sheet',
    person: client,
    path: async (showroom) => `/chat/${await showroom.room('отзывов гостей')}`,
    act: (page) =>
      page
        .getByRole('button', { name: /^(Действия с сообщением|Message actions)/ })
        .last()
        .click(),
  },
  { name: 'own-card-sheet', person: client, path: '/listings', act: pressMore },
  { name: 'more-sheet', person: freelancer, path: order('Карточки для Ozon'), act: pressMore },
  {
    name: 'share-sheet',
    person: freelancer,
    path: order('Карточки для Ozon'),
    act: press(/^(Поделиться|Share)$/),
  },
  { name: 'sort-sheet', person: freelancer, path: '/search/orders', act: press(/^(Сначала новые|Newest)/) },
  {
    name: 'recent-searches',
    person: freelancer,
    path: '/search/orders',
    act: (page) => page.getByRole('searchbox').first().focus(),
  },
  { name: 'own-response-sheet', person: freelancer, path: '/responses', act: pressMore },
  {
    name: 'edit-response-sheet',
    // This response appears in no other screenshot. It must stay unopened by the author, because an opened response
    // cannot be edited.
    person: people.executor,
    path: vacancy('Разработчик Node.js'),
    act: press(/^(Редактировать|Edit)$/),
  },
  { name: 'return-sheet', person: client, path: openHandedIn, act: press(/^(Вернуть|Ask for changes)$/) },
  {
    name: 'review-sheet',
    person: people.hired,
    path: openCompleted,
    act: press(/^(Оценить|Review)$/),
  },
  { name: 'session-dialogs', person: blockedId, path: openBlocked },
  { name: 'report-error', person: freelancer, path: '/about', act: raiseError },
]

let handInCall: Promise<unknown> | undefined

/** Opens an order with handed-in work that the author has not answered yet. */
async function openHandedIn(showroom: Showroom): Promise<string> {
  const id = await showroom.listing('отзывов гостей')
  handInCall ??= login(showroom.api, newAccount({ id: people.executor })).then(({ call }) =>
    call('POST /api/projects/hand_in/:id', { params: { id }, body: { text: 'Готово', file_ids: [] } }),
  )
  await handInCall
  return `/order/${id}`
}

/**
 * Opens a vacancy that ended just now, so that people can still review it. The employer has already written a review.
 */
async function openCompleted({ api: { ctx }, listing }: Showroom): Promise<string> {
  const id = await listing('Специалист поддержки')
  await ctx.db
    .updateTable('listings')
    .set({ completed_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  return `/vacancy/${id}`
}

let blockCall: Promise<unknown> | undefined

/** Opens the app as a person whom staff have blocked. */
async function openBlocked({ api }: Showroom): Promise<string> {
  blockCall ??= login(api, newAccount({ id: blockedId })).then(async ({ id }) => {
    const staff = await login(api, newAccount({ id: people.admin }))
    await staff.call('POST /api/users/change_system_status', {
      query: { user_id: id, reason: 'Обман заказчиков' },
    })
  })
  await blockCall
  return '/'
}

/** Raises an error in the page that nothing catches, so that the mini-app reports it. */
async function raiseError(page: Page): Promise<void> {
  await page.evaluate(
    "dispatchEvent(new ErrorEvent('error', { error: new Error('of the test') })), undefined",
  )
}

/** For each source file, the scene that loads it, if the scene has another name than the file. */
const sceneOfFile: Record<string, string> = {
  admin: 'admin-projects',
  'search-people': 'freelancers',
  'order-own': 'order-own-published',
  'deal-page': 'order-own-in-progress',
  'figures-sheet': 'user-record',
  'invite-sheet': 'order-invite-words',
  'people-filters-sheet': 'freelancers-filters',
  'service-sheet': 'profile-edit-service',
  'service-filters-sheet': 'services-filters',
  request: 'request-offered',
  'order-sheet': 'service-order',
  'compare-sheet': 'order-compare',
  'vacancy-respond-sheet': 'vacancy-respond',
  'new-listings': 'orders',
  'hidden-card': 'feed-put-away',
  'feed-sheet': 'feed-not-this',
  'filters-sheet': 'orders-filters',
  'found-listings': 'orders',
  'nothing-found': 'orders-empty',
  'corrected-words': 'orders-corrected',
  'no-words-found': 'orders-nothing',
  'picture-viewer': 'user-picture',
  'listing-responses': 'order-responses',
  'listing-invite': 'order-invite',
  'ready-papers': 'papers-ready',
  'legal-document': 'terms',
}

/** For each file of texts (<language>/<area>.json), a scene in which its texts are visible. */
const areas: Record<string, string> = {
  app: 'feed',
  rest: 'orders',
  errors: 'profile',
  people: 'profile',
  home: 'first-start',
  deals: 'order',
  settings: 'notifications',
  info: 'faq',
  admin: 'admin-projects',
  kit: 'ui',
}

const allScenes = [...screens, ...otherScenes]

/**
 * Returns a scene that loads this source file of the mini-app. For files that are loaded at the start or with the first
 * screen, this is the feed.
 */
export function sceneOf(source: string | undefined): Scene & { language: 'ru' | 'en' } {
  const [, language = 'ru', area] = /texts\/(ru|en)\/(\w+)\.json$/.exec(source ?? '') ?? []
  const [, stem = 'feed'] = /([\w-]+)\.tsx?$/.exec(source ?? '') ?? []
  const name = area ? areas[area] : (sceneOfFile[stem] ?? stem)
  const scene = allScenes.find((one) => one.name === name) ?? allScenes.find((one) => one.name === 'feed')
  if (!scene) throw new Error('no feed')
  return { ...scene, language: language as 'ru' | 'en' }
}
