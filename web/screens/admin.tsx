import { matchPath, Navigate, useLocation } from 'react-router-dom'
import { ListingsSection } from '#web/features/admin/queue/listings-section.tsx'
import NotFound from '#web/features/listings/list/not-found.tsx'
import Audit from './admin-audit.tsx'
import Cases from './admin-cases.tsx'
import Channels from './admin-channels.tsx'
import Directories from './admin-directories.tsx'
import Payments from './admin-payments.tsx'
import Person from './admin-person.tsx'
import Reports from './admin-reports.tsx'
import Review from './admin-review.tsx'
import Support from './admin-support.tsx'
import Users from './admin-users.tsx'

const screens = {
  users: Users,
  'users/:id': Person,
  reports: Reports,
  support: Support,
  audit: Audit,
  directories: Directories,
  channels: Channels,
  cases: Cases,
  payments: Payments,
  projects: () => <ListingsSection key="order" kind="order" />,
  vacancies: () => <ListingsSection key="vacancy" kind="vacancy" />,
  'review/:id': Review,
}

/** All staff screens. Users who are not staff see "not found". */
export default function AdminScreen() {
  const { pathname } = useLocation()
  const [, Screen = NotFound] =
    Object.entries(screens).find(([path]) => matchPath(`/admin-panel/${path}`, pathname)) ?? []
  return matchPath('/admin-panel', pathname) ? <Navigate to="/admin-panel/projects" replace /> : <Screen />
}
