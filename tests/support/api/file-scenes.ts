import type { Page } from 'playwright-core'
import { login, newAccount } from '#tests/support/people/people.ts'
import { press } from '#tests/support/screens/screen-acts.ts'
import { order, people, vacancy } from '#tests/support/screens/screen-scenes.ts'
import { type Screen, screens } from '#tests/support/screens/screens.ts'
import type { Showroom } from '#tests/support/screens/showroom.ts'

const { client, freelancer } = people

type Scene = Omit<Screen, 'person'> & { person: number | null }

/** An account outside the demo market, so that its block changes no other person's screens. */
const blockedId = people.newcomer + 1000

const pressMore = press(/^(Ещё|More)$/)

/** Screens that the walk through all screens does not open. */
const otherScenes: Scene[] = [
  { name: 'not-telegram', person: null, path: '/' },
  { name: 'payment-check', person: client, path: paymentOf('осеннего меню') },
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
    // The executor's response is on no other screenshot, because one that the author has viewed cannot be edited.
    person: people.executor,
    path: vacancy('Разработчик Node.js'),
    act: press(/^(Редактировать|Edit)$/),
  },
  { name: 'return-sheet', person: client, path: openHandedIn, act: press(/^(Вернуть|Return)$/) },
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

/** Handed-in work that waits for its author's answer. */
async function openHandedIn(showroom: Showroom): Promise<string> {
  const id = await showroom.listing('отзывов гостей')
  handInCall ??= login(showroom.api, newAccount({ id: people.executor })).then(({ call }) =>
    call('POST /api/projects/hand_in/:id', { params: { id }, body: { text: 'Готово', file_ids: [] } }),
  )
  await handInCall
  return `/order/${id}`
}

/** A vacancy that ends now, so that it can still be reviewed; its employer has already written a review. */
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

/** The first screen of a person blocked by staff. */
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

function paymentOf(words: string) {
  return async (showroom: Showroom) => `/payment/check?order=${await showroom.listing(words)}`
}

/** Raises an uncaught error, which the application reports. */
async function raiseError(page: Page): Promise<void> {
  await page.evaluate(
    "dispatchEvent(new ErrorEvent('error', { error: new Error('of the test') })), undefined",
  )
}

/** Scenes of sources whose file name is not the scene's name. */
const sceneOfFile: Record<string, string> = {
  admin: 'admin-projects',
  'search-people': 'freelancers',
  'order-own': 'order-own-published',
  'deal-page': 'order-own-in-progress',
  'figures-sheet': 'order-record-how',
  'invite-sheet': 'order-invite-words',
  'people-filters-sheet': 'freelancers-filters',
  'service-sheet': 'profile-edit-service',
  'compare-sheet': 'order-compare',
  'vacancy-respond-sheet': 'vacancy-respond',
  'new-listings': 'orders',
  'hidden-card': 'feed-put-away',
  'feed-sheet': 'feed-not-this',
  'filters-sheet': 'orders-filters',
  'found-listings': 'orders',
  'nothing-found': 'orders-empty',
  'picture-viewer': 'user-picture',
  'listing-responses': 'order-responses',
  'listing-invite': 'order-invite',
  'legal-document': 'terms',
}

/** For each file of texts (<language>/<area>.json), a screen on which the tests see its texts. */
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
 * Scene that loads a source of the application. Sources loaded at the start or beside the first screen use the feed.
 */
export function sceneOf(source: string | undefined): Scene & { language: 'ru' | 'en' } {
  const [, language = 'ru', area] = /texts\/(ru|en)\/(\w+)\.json$/.exec(source ?? '') ?? []
  const [, stem = 'feed'] = /([\w-]+)\.tsx?$/.exec(source ?? '') ?? []
  const name = area ? areas[area] : (sceneOfFile[stem] ?? stem)
  const scene = allScenes.find((one) => one.name === name) ?? allScenes.find((one) => one.name === 'feed')
  if (!scene) throw new Error('no feed')
  return { ...scene, language: language as 'ru' | 'en' }
}
