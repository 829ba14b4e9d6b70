import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { TextArea } from '#web/client/i18n.ts'
import { ListingRouteSkeleton } from '#web/features/listing-page/skeleton.tsx'
import { lazyScreen } from '#web/parts/part.tsx'
import SearchScreen, { FoundListings, searchSections } from '#web/screens/search.tsx'

type Screen = { default: (props: object) => ReactNode }
export type AppRoute = {
  path: string
  element: ReactNode
  /** True if the screen shows the main menu. */
  menu?: true
  /** True if Back closes the mini-app on this screen instead of navigating. */
  root?: true
  /** Preloads the screen's code and texts. */
  load?: () => Promise<unknown>
  /** Placeholder while the screen loads. The default is a general placeholder. */
  skeleton?: ReactNode
  /** Name of the screen. Routes with the same name share one instance of the screen. */
  screen?: string
}

/** A page in its own chunk, with its texts. */
function page(load: () => Promise<Screen>, ...texts: TextArea[]): Pick<AppRoute, 'element' | 'load'> {
  const Lazy = lazyScreen(load, ...texts)
  return { element: <Lazy />, load: Lazy.ahead }
}

/** Route of a page that calls the API. It also loads the texts of errors and the texts that most screens share. */
function screen(load: () => Promise<Screen>, ...texts: TextArea[]): ReturnType<typeof page> {
  return page(load, 'rest', 'errors', ...texts)
}

/** All staff screens share one chunk, because each additional chunk adds its name to the first load. */
const staff = screen(() => import('#web/screens/admin.tsx'), 'admin')

export const unknownPath: AppRoute = {
  path: '*',
  ...page(() => import('#web/features/listings/list/not-found.tsx')),
  menu: true,
}

export const routes: AppRoute[] = [
  { path: '/search', element: <Navigate to="/search/personal" replace /> },
  // The feed is part of the main bundle, because nearly everybody sees it first.
  ...searchSections.map((section) => ({
    path: `/search/${section}`,
    screen: 'search',
    menu: true as const,
    root: true as const,
    element: <SearchScreen section={section} />,
    ...(section !== 'personal' && { load: FoundListings.ahead }),
  })),
  {
    path: '/search/freelancer',
    ...screen(() => import('#web/screens/search-people.tsx'), 'people'),
    menu: true,
    root: true,
  },
  { path: '/order/create', ...screen(() => import('#web/screens/order-create.tsx')) },
  {
    path: '/order/:id',
    skeleton: <ListingRouteSkeleton kind="order" />,
    ...screen(() => import('#web/screens/order.tsx'), 'deals'),
  },
  { path: '/order/:id/papers', ...screen(() => import('#web/screens/deal-papers.tsx'), 'deals') },
  ...['order', 'vacancy'].flatMap((kind) => [
    {
      path: `/${kind}/:id/responses`,
      ...screen(() => import('#web/screens/listing-responses.tsx'), 'deals'),
    },
    { path: `/${kind}/:id/funnel`, ...screen(() => import('#web/screens/funnel.tsx'), 'deals') },
    {
      path: `/${kind}/:id/invite`,
      ...screen(() => import('#web/screens/listing-invite.tsx'), 'people', 'deals'),
    },
  ]),
  { path: '/vacancy/create', ...screen(() => import('#web/screens/vacancy-create.tsx')) },
  {
    path: '/vacancy/:id',
    skeleton: <ListingRouteSkeleton kind="vacancy" />,
    ...screen(() => import('#web/screens/vacancy.tsx'), 'deals'),
  },
  {
    path: '/payment/check',
    root: true,
    ...screen(() => import('#web/screens/payment-check.tsx'), 'deals'),
  },
  {
    path: '/listings',
    ...screen(() => import('#web/screens/listings.tsx'), 'deals'),
    menu: true,
    root: true,
  },
  {
    path: '/responses',
    ...screen(() => import('#web/screens/responses.tsx'), 'deals'),
    menu: true,
    root: true,
  },
  { path: '/responses/invitations', ...screen(() => import('#web/screens/invitations.tsx'), 'deals') },
  { path: '/responses/:id', ...screen(() => import('#web/screens/response-story.tsx'), 'deals') },
  { path: '/chat', ...screen(() => import('#web/screens/chats.tsx')), menu: true, root: true },
  { path: '/chat/:id', ...screen(() => import('#web/screens/chat-room.tsx'), 'deals') },
  {
    path: '/profile',
    ...screen(() => import('#web/screens/profile.tsx'), 'people', 'deals'),
    menu: true,
    root: true,
  },
  { path: '/profile/edit', ...screen(() => import('#web/screens/profile-edit.tsx'), 'people') },
  { path: '/profile/numbers', ...screen(() => import('#web/screens/own-numbers.tsx'), 'people') },
  { path: '/user/:id', ...screen(() => import('#web/screens/user.tsx'), 'people') },
  { path: '/service/:id', ...screen(() => import('#web/screens/service.tsx'), 'people', 'deals') },
  { path: '/request/:id', ...screen(() => import('#web/screens/request.tsx'), 'deals') },
  { path: '/profile/favourites', ...screen(() => import('#web/screens/favourites.tsx'), 'people', 'deals') },
  { path: '/profile/searches', ...screen(() => import('#web/screens/saved-searches.tsx'), 'deals') },
  { path: '/profile/notifications', ...screen(() => import('#web/screens/notifications.tsx'), 'settings') },
  {
    path: '/profile/privacy',
    ...screen(() => import('#web/screens/privacy-settings.tsx'), 'settings', 'info'),
  },
  { path: '/profile/blocked', ...screen(() => import('#web/screens/blocked.tsx'), 'settings', 'deals') },
  { path: '/deals/check', ...screen(() => import('#web/screens/story-check.tsx'), 'deals') },
  { path: '/about', ...page(() => import('#web/screens/about.tsx'), 'info', 'home') },
  { path: '/faq', ...page(() => import('#web/screens/faq.tsx'), 'info') },
  ...['privacy', 'terms'].map((name) => ({
    path: `/${name}`,
    ...page(() => import('#web/screens/legal-document.tsx'), 'info'),
  })),
  ...['users/:id', 'cases', 'review/:id'].map((path) => ({ path: `/admin-panel/${path}`, ...staff })),
  { path: '/admin-panel/*', ...staff, root: true },
  { path: '/ui', ...screen(() => import('#web/screens/ui.tsx'), 'kit') },
  { path: '/not-telegram', ...page(() => import('./not-telegram.tsx')), root: true },
  unknownPath,
]
