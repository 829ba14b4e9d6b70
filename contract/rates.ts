import type { CallName } from './calls/call.ts'
import type { Calls } from './calls/index.ts'

/** Rate limits. Every call belongs to one group, whose calls are counted together. */

const minute = 60_000
const hour = 60 * minute

/** Limit of a group of calls. `of: 'person'` counts by account if the caller is logged in, else by address. */
type Rate = { calls: number; ms: number; of: 'person' | 'address' }

export const rates = {
  login: { calls: 10, ms: minute, of: 'address' },
  registrations: { calls: 20, ms: minute, of: 'address' },
  /** Requests without a valid session. A refused request counts towards no other limit. */
  strangers: { calls: 300, ms: 5 * minute, of: 'address' },
  /** Requests of the mini-app's page, of documents, and of unknown addresses. */
  pages: { calls: 600, ms: 5 * minute, of: 'address' },
  reads: { calls: 1500, ms: 5 * minute, of: 'person' },
  searches: { calls: 60, ms: minute, of: 'person' },
  writes: { calls: 60, ms: minute, of: 'person' },
  /** Deletions of listings, files and accounts. */
  deletions: { calls: 30, ms: 30 * minute, of: 'person' },
  uploads: { calls: 30, ms: 30 * minute, of: 'person' },
  payment_links: { calls: 10, ms: hour, of: 'person' },
  messages: { calls: 20, ms: minute, of: 'person' },
  typing: { calls: 30, ms: minute, of: 'person' },
  rooms: { calls: 20, ms: 24 * hour, of: 'person' },
  client_errors: { calls: 10, ms: minute, of: 'person' },
  /** Calls of staff. The limit is high, because staff decide quickly and each act is audited. */
  staff: { calls: 600, ms: minute, of: 'person' },
} as const satisfies Record<string, Rate>

export type RateGroup = keyof typeof rates

/** Calls whose rate group does not follow from their method; `null` = no limit. */
const exceptions: Partial<Record<keyof Calls, RateGroup | null>> = {
  'POST /auth/login': 'login',
  'POST /api/users/check': 'registrations',
  'POST /api/users/create': 'registrations',
  'POST /api/projects': 'searches',
  'POST /api/vacancy': 'searches',
  'POST /api/users/get_all_users': 'searches',
  'POST /api/users/freelancer_jobs': 'searches',
  'GET /api/services': 'searches',
  'POST /favorites/get_projects': 'reads',
  'POST /favorites/get_vacancies': 'reads',
  'POST /favorites/get_users': 'reads',
  'POST /api/app/check_invoice_exists': 'reads',
  'POST /api/app/view': 'reads',
  'POST /api/app/shown': 'reads',
  'POST /api/app/ready': 'reads',
  'POST /api/listings/:id/responses/seen': 'reads',
  'POST /api/projects/edit_project_show': 'reads',
  'POST /api/vacancy/edit_vacancy_show': 'reads',
  'POST /chat/msg_read': 'reads',
  'POST /chat/user_token': 'reads',
  'POST /chat/send_msg': 'messages',
  'POST /chat/typing': 'typing',
  'POST /chat/create_room': 'rooms',
  'POST /api/files/upload': 'uploads',
  'POST /api/admin/registers': 'uploads',
  'POST /api/users/upload_portfolio': 'uploads',
  'POST /api/users/upload_resume': 'uploads',
  'POST /api/users/upload_work': 'uploads',
  'POST /api/users/edit_user_logo_url': 'uploads',
  'DELETE /api/files/delete': 'deletions',
  'DELETE /api/projects/delete': 'deletions',
  'DELETE /api/vacancy/:id': 'deletions',
  'DELETE /api/users/delete/:id': 'deletions',
  'POST /pay/generate-payment-robokassa': 'payment_links',
  'POST /api/app/client_error': 'client_errors',
  // Calls of the payment provider are not limited, because the provider repeats them after our failures. They do not
  // cause more inquiries, because inquiries have a schedule of their own.
  'GET /pay/robokassa/result': null,
  'POST /pay/robokassa/result': null,
  'GET /health/live': null,
  'GET /health/ready': null,
}

/** Rate group of a call; null if the call has no limit. */
export function rateGroupOf(name: CallName): RateGroup | null {
  const group = (exceptions as Partial<Record<CallName, RateGroup | null>>)[name]
  if (group !== undefined) return group
  if (name.includes(' /api/admin/')) return 'staff'
  return name.startsWith('GET ') ? 'reads' : 'writes'
}
