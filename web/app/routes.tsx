import { type ComponentType, lazy, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { needTexts, type TextArea } from '#web/client/i18n.ts'
import SearchScreen, { searchSections } from '#web/screens/search.tsx'

type Screen = { default: ComponentType }
type Route = {
  path: string
  element: ReactNode
  /** Whether the main menu stands under the screen. */
  menu?: true
  /** Back closes the mini-app instead of leading to another screen. */
  root?: true
}

/** A screen in a chunk of its own; its texts come beside it. */
function screen(load: () => Promise<Screen>, ...texts: TextArea[]): ReactNode {
  const Lazy = lazy(() => Promise.all([load(), needTexts(...texts)]).then(([module]) => module))
  return <Lazy />
}

/** A screen of the staff; for everybody else it is the not-found screen. */
function admin(load: () => Promise<Screen>): ReactNode {
  return screen(load, 'rest', 'errors', 'admin')
}

export const routes: Route[] = [
  { path: '/search', element: <Navigate to="/search/personal" replace /> },
  // What nearly everybody sees first comes with the application: one file less to wait for.
  ...searchSections.map((section) => ({
    ...{ path: `/search/${section}`, menu: true as const, root: true as const },
    element: <SearchScreen section={section} />,
  })),
  {
    path: '/search/freelancer',
    element: screen(() => import('#web/screens/search-people.tsx'), 'rest', 'people', 'errors'),
    menu: true,
    root: true,
  },
  {
    path: '/order/create',
    element: screen(() => import('#web/screens/order-create.tsx'), 'rest', 'errors', 'vacancies'),
  },
  {
    path: '/order/:id',
    element: screen(() => import('#web/screens/order.tsx'), 'rest', 'errors', 'deals'),
  },
  {
    path: '/order/:id/responses',
    element: screen(() => import('#web/screens/order-responses.tsx'), 'rest', 'errors', 'deals'),
  },
  {
    path: '/vacancy/:id/responses',
    element: screen(() => import('#web/screens/vacancy-responses.tsx'), 'rest', 'errors', 'deals'),
  },
  {
    path: '/vacancy/create',
    element: screen(() => import('#web/screens/vacancy-create.tsx'), 'rest', 'errors', 'vacancies'),
  },
  {
    path: '/vacancy/:id',
    element: screen(() => import('#web/screens/vacancy.tsx'), 'rest', 'errors', 'vacancies', 'deals'),
  },
  {
    path: '/payment/check',
    root: true,
    element: screen(() => import('#web/screens/payment-check.tsx'), 'rest', 'errors', 'vacancies', 'deals'),
  },
  {
    path: '/listings',
    element: screen(() => import('#web/screens/listings.tsx'), 'rest', 'errors', 'vacancies'),
    menu: true,
    root: true,
  },
  {
    path: '/responses',
    element: screen(() => import('#web/screens/responses.tsx'), 'rest', 'errors', 'deals'),
    menu: true,
    root: true,
  },
  {
    path: '/chat',
    element: screen(() => import('#web/screens/chats.tsx'), 'rest', 'chat', 'errors'),
    menu: true,
    root: true,
  },
  {
    path: '/chat/:id',
    element: screen(() => import('#web/screens/chat-room.tsx'), 'rest', 'chat', 'deals', 'errors'),
  },
  {
    path: '/profile',
    element: screen(() => import('#web/screens/profile.tsx'), 'rest', 'people', 'deals', 'errors'),
    menu: true,
    root: true,
  },
  {
    path: '/profile/edit',
    element: screen(() => import('#web/screens/profile-edit.tsx'), 'rest', 'people', 'errors'),
  },
  { path: '/user/:id', element: screen(() => import('#web/screens/user.tsx'), 'rest', 'people', 'errors') },
  {
    path: '/profile/favourites',
    element: screen(() => import('#web/screens/favourites.tsx'), 'rest', 'people', 'deals', 'errors'),
  },
  {
    path: '/profile/searches',
    element: screen(() => import('#web/screens/saved-searches.tsx'), 'rest', 'vacancies', 'deals', 'errors'),
  },
  {
    path: '/profile/notifications',
    element: screen(() => import('#web/screens/notifications.tsx'), 'rest', 'settings', 'errors'),
  },
  {
    path: '/profile/privacy',
    element: screen(() => import('#web/screens/privacy-settings.tsx'), 'rest', 'settings', 'info', 'errors'),
  },
  {
    path: '/profile/blocked',
    element: screen(() => import('#web/screens/blocked.tsx'), 'settings', 'deals', 'errors'),
  },
  { path: '/about', element: screen(() => import('#web/screens/about.tsx'), 'info') },
  { path: '/faq', element: screen(() => import('#web/screens/faq.tsx'), 'info') },
  { path: '/privacy', element: screen(() => import('#web/screens/privacy.tsx'), 'info') },
  { path: '/terms', element: screen(() => import('#web/screens/terms.tsx'), 'info') },
  { path: '/admin-panel', element: <Navigate to="/admin-panel/projects" replace /> },
  { path: '/admin-panel/users', element: admin(() => import('#web/screens/admin-users.tsx')), root: true },
  { path: '/admin-panel/cases', element: admin(() => import('#web/screens/admin-cases.tsx')) },
  {
    path: '/admin-panel/payments',
    element: admin(() => import('#web/screens/admin-payments.tsx')),
    root: true,
  },
  {
    path: '/admin-panel/projects',
    element: admin(() => import('#web/screens/admin-projects.tsx')),
    root: true,
  },
  {
    path: '/admin-panel/vacancies',
    element: admin(() => import('#web/screens/admin-vacancies.tsx')),
    root: true,
  },
  { path: '/admin-panel/review/:id', element: admin(() => import('#web/screens/admin-review.tsx')) },
  { path: '/ui', element: screen(() => import('#web/screens/ui.tsx'), 'rest', 'errors', 'kit') },
  { path: '/not-telegram', element: screen(() => import('./not-telegram.tsx')), root: true },
  { path: '*', element: screen(() => import('#web/features/listings/not-found.tsx')), menu: true },
]
