/**
 * The staff role that each call requires. The list is independent of the API contract, so that the test fails if a call
 * is opened to more people by mistake. Add every new staff call here.
 */
export const staffCalls = {
  moderator: [
    'GET /api/admin/counts',
    'GET /api/admin/listings',
    'GET /api/admin/moderation',
    'GET /api/admin/moderation/:id',
    'GET /api/admin/queue',
    'GET /api/admin/reports',
    'GET /api/admin/support',
    'GET /api/admin/users/:id',
    'GET /api/admin/users/:id/history',
    'GET /api/admin/users/:id/reports',
    'GET /api/admin/users/:id/responses',
    'POST /api/admin/listings/:id/take_down',
    'POST /api/admin/moderation/:id/accept',
    'POST /api/admin/moderation/:id/approve',
    'POST /api/admin/moderation/:id/ask',
    'POST /api/admin/moderation/:id/block',
    'POST /api/admin/moderation/:id/claim',
    'POST /api/admin/moderation/:id/dismiss',
    'POST /api/admin/moderation/:id/reject',
    'POST /api/admin/moderation/:id/release',
    'POST /api/admin/moderation/:id/undo',
    'POST /api/admin/support/:id/close',
    'POST /api/admin/users/:id/warn',
  ],
  admin: [
    'GET /api/admin/audit',
    'GET /api/admin/cases',
    'GET /api/admin/categories',
    'GET /api/admin/confirmations/:id',
    'GET /api/admin/health',
    'GET /api/admin/money_report',
    'GET /api/admin/payments',
    'GET /api/admin/registers',
    'GET /api/admin/tariffs',
    'GET /api/admin/users',
    'POST /api/admin/cases/:id/check',
    'POST /api/admin/cases/:id/finish',
    'POST /api/admin/categories',
    'POST /api/admin/categories/:id/closed',
    'POST /api/admin/categories/:id/names',
    'POST /api/admin/currency_rates',
    'POST /api/admin/payments/:id/chargeback',
    'POST /api/admin/payments/:id/check',
    'POST /api/admin/payments/:id/compensate',
    'POST /api/admin/queues_ticket',
    'POST /api/admin/registers',
    'POST /api/admin/tariffs',
    'POST /api/admin/users/:id/contacts',
    'POST /api/admin/users/:id/focus_group',
    'POST /api/admin/users/:id/role',
    'POST /api/admin/users/:id/status',
    'POST /api/admin/users/:id/verification',
    'POST /api/users/change_system_status',
  ],
}

export function roleFor(name: string): 'moderator' | 'admin' | undefined {
  if (staffCalls.moderator.includes(name)) return 'moderator'
  return staffCalls.admin.includes(name) ? 'admin' : undefined
}
