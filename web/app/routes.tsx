import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { needTexts, type TextArea } from '#web/client/i18n.ts'
import { ListingRouteSkeleton } from '#web/features/listing-page/skeleton.tsx'
import { lazyScreen } from '#web/parts/part.tsx'
import SearchScreen, { loadFoundListings, searchSections } from '#web/screens/search.tsx'

type Screen = { default: (props: object) => ReactNode }
type Route = {
  path: string
  element: ReactNode
  /** Shows the main menu. */
  menu?: true
  /** Back closes the mini-app instead of navigating. */
  root?: true
  /** Preloads the screen's code and texts. */
  load?: () => Promise<unknown>
  /** Placeholder of this screen; defaults to a general one. */
  skeleton?: ReactNode
  /** Routes with the same value share one screen instance. */
  screen?: string
}

/** A screen in its own chunk, with its texts. */
function screen(load: () => Promise<Screen>, ...texts: TextArea[]): Pick<Route, 'element' | 'load'> {
  const whole = () => Promise.all([load(), needTexts(...texts)]).then(([module]) => module)
  const Lazy = lazyScreen(whole)
  return { element: <Lazy />, load: whole }
}

/** All staff screens share one chunk, because each additional chunk adds its name to the first load. */
const staff = screen(() => import('#web/screens/admin.tsx'), 'rest', 'errors', 'admin')

export const routes: Route[] = [
  { path: '/search', element: <Navigate to="/search/personal" replace /> },
  // The feed is part of the main bundle, because nearly everybody sees it first.
  ...searchSections.map((section) => ({
    path: `/search/${section}`,
    screen: 'search',
    menu: true as const,
    root: true as const,
    element: <SearchScreen section={section} />,
    ...(section !== 'personal' && { load: loadFoundListings }),
  })),
  {
    path: '/search/freelancer',
    ...screen(() => import('#web/screens/search-people.tsx'), 'rest', 'people', 'errors'),
    menu: true,
    root: true,
  },
  {
    path: '/order/create',
    ...screen(() => import('#web/screens/order-create.tsx'), 'rest', 'errors', 'vacancies'),
  },
  {
    path: '/order/:id',
    skeleton: <ListingRouteSkeleton kind="order" />,
    ...screen(() => import('#web/screens/order.tsx'), 'rest', 'errors', 'deals'),
  },
  {
    path: '/order/:id/responses',
    ...screen(() => import('#web/screens/order-responses.tsx'), 'rest', 'errors', 'deals'),
  },
  {
    path: '/vacancy/:id/responses',
    ...screen(() => import('#web/screens/vacancy-responses.tsx'), 'rest', 'errors', 'deals'),
  },
  ...['order', 'vacancy'].map((kind) => ({
    path: `/${kind}/:id/funnel`,
    ...screen(() => import('#web/screens/funnel.tsx'), 'rest', 'errors', 'deals'),
  })),
  {
    path: '/order/:id/invite',
    ...screen(() => import('#web/screens/order-invite.tsx'), 'rest', 'errors', 'people', 'deals'),
  },
  {
    path: '/vacancy/:id/invite',
    ...screen(() => import('#web/screens/vacancy-invite.tsx'), 'rest', 'errors', 'people', 'deals'),
  },
  {
    path: '/vacancy/create',
    ...screen(() => import('#web/screens/vacancy-create.tsx'), 'rest', 'errors', 'vacancies'),
  },
  {
    path: '/vacancy/:id',
    skeleton: <ListingRouteSkeleton kind="vacancy" />,
    ...screen(() => import('#web/screens/vacancy.tsx'), 'rest', 'errors', 'vacancies', 'deals'),
  },
  {
    path: '/payment/check',
    root: true,
    ...screen(() => import('#web/screens/payment-check.tsx'), 'rest', 'errors', 'vacancies', 'deals'),
  },
  {
    path: '/listings',
    ...screen(() => import('#web/screens/listings.tsx'), 'rest', 'errors', 'vacancies', 'deals'),
    menu: true,
    root: true,
  },
  {
    path: '/responses',
    ...screen(() => import('#web/screens/responses.tsx'), 'rest', 'errors', 'deals'),
    menu: true,
    root: true,
  },
  {
    path: '/responses/invitations',
    ...screen(() => import('#web/screens/invitations.tsx'), 'rest', 'errors', 'deals'),
  },
  {
    path: '/responses/:id',
    ...screen(() => import('#web/screens/response-story.tsx'), 'rest', 'errors', 'deals'),
  },
  {
    path: '/chat',
    ...screen(() => import('#web/screens/chats.tsx'), 'rest', 'chat', 'errors'),
    menu: true,
    root: true,
  },
  {
    path: '/chat/:id',
    ...screen(() => import('#web/screens/chat-room.tsx'), 'rest', 'chat', 'deals', 'errors'),
  },
  {
    path: '/profile',
    ...screen(() => import('#web/screens/profile.tsx'), 'rest', 'people', 'deals', 'errors'),
    menu: true,
    root: true,
  },
  {
    path: '/profile/edit',
    ...screen(() => import('#web/screens/profile-edit.tsx'), 'rest', 'people', 'errors'),
  },
  { path: '/user/:id', ...screen(() => import('#web/screens/user.tsx'), 'rest', 'people', 'errors') },
  {
    path: '/profile/favourites',
    ...screen(() => import('#web/screens/favourites.tsx'), 'rest', 'people', 'deals', 'errors'),
  },
  {
    path: '/profile/searches',
    ...screen(() => import('#web/screens/saved-searches.tsx'), 'rest', 'vacancies', 'deals', 'errors'),
  },
  {
    path: '/profile/notifications',
    ...screen(() => import('#web/screens/notifications.tsx'), 'rest', 'settings', 'errors'),
  },
  {
    path: '/profile/privacy',
    ...screen(() => import('#web/screens/privacy-settings.tsx'), 'rest', 'settings', 'info', 'errors'),
  },
  {
    path: '/profile/blocked',
    ...screen(() => import('#web/screens/blocked.tsx'), 'settings', 'deals', 'errors'),
  },
  {
    path: '/deals/check',
    ...screen(() => import('#web/screens/story-check.tsx'), 'rest', 'deals', 'errors'),
  },
  { path: '/about', ...screen(() => import('#web/screens/about.tsx'), 'info') },
  { path: '/faq', ...screen(() => import('#web/screens/faq.tsx'), 'info') },
  { path: '/privacy', ...screen(() => import('#web/screens/privacy.tsx'), 'info') },
  { path: '/terms', ...screen(() => import('#web/screens/terms.tsx'), 'info') },
  ...['users/:id', 'cases', 'review/:id'].map((page) => ({ path: `/admin-panel/${page}`, ...staff })),
  { path: '/admin-panel/*', ...staff, root: true },
  { path: '/ui', ...screen(() => import('#web/screens/ui.tsx'), 'rest', 'errors', 'kit') },
  { path: '/not-telegram', ...screen(() => import('./not-telegram.tsx')), root: true },
  { path: '*', ...screen(() => import('#web/features/listings/list/not-found.tsx')), menu: true },
]
