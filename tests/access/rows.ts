import type { Row } from './expectations.ts'

const acceptsAbsent: Row = { absent: 'accepted' }
const refusesOwnId: Row = { own: 'invalid_input' }
const response: Row = {
  body: () => ({ response_text: 'Сделаю за неделю.' }),
  own: 'own_listing',
  foreign: { unverified: 'verification_required', counterpart: 'already_responded', others: 'accepted' },
}
const unfinishedPapers: Row = { own: 'deal_not_finished', foreign: 'not_found' }
const ofSidesAndStaff: Row = {
  foreign: { moderator: 'accepted', admin: 'accepted', others: 'not_found' },
}
const visibleToCounterpart: Row = { foreign: { counterpart: 'not_owner', others: 'not_found' } }

/** Expected outcomes of calls that do not follow from their access rule alone. */
export const rows: Record<string, Row> = {
  'POST /auth/login': { own: { revoked: 'session_expired', blocked: 'blocked', others: 'accepted' } },
  'POST /api/users/create': { own: { blocked: 'blocked', others: 'accepted' } },
  // The call expects the id of a group of categories, and the category of the fixtures is not a group.
  'POST /api/admin/categories': { own: 'not_found', foreign: 'not_found' },
  'POST /api/admin/tariffs': { body: () => ({ period_days: 30 }) },
  'POST /api/admin/moderation/:id/undo': { own: 'wrong_state', foreign: 'wrong_state' },
  // Staff cannot decide about their own listings.
  'POST /api/admin/moderation/:id/claim': { own: 'own_case' },
  'POST /api/admin/moderation/:id/release': { own: 'own_case' },
  'POST /api/admin/moderation/:id/approve': {
    body: (_own, { task_content }) => ({ content_hash: task_content }),
    own: 'own_case',
  },
  'POST /api/admin/moderation/:id/reject': { own: 'own_case' },
  'POST /api/admin/moderation/:id/ask': { own: 'own_case' },
  'POST /api/admin/moderation/:id/block': { own: 'own_case' },
  'POST /api/admin/listings/:id/take_down': { body: () => ({ consequence: 'warn' }), own: 'own_case' },
  // No service in the seed data is taken down.
  'POST /api/admin/services/:id/restore': { own: 'own_case', foreign: 'wrong_state' },
  'POST /api/admin/users/:id/warn': { own: 'own_case' },
  'POST /api/admin/users/:id/verification': { own: 'not_in_conflict', foreign: 'not_in_conflict' },
  'POST /api/moderation/:listing_id/answer': { own: 'nothing_asked' },
  'POST /api/moderation/:listing_id/appeal': {
    state: 'rejected',
    body: () => ({ text: 'Размеры указаны в тексте.' }),
  },
  // The moderation tasks in the seed data are about reviews of listings, so decisions about reports do not find them.
  'POST /api/admin/moderation/:id/accept': {
    body: () => ({ consequence: 'warn' }),
    own: 'not_found',
    foreign: 'not_found',
  },
  'POST /api/admin/moderation/:id/dismiss': { own: 'not_found', foreign: 'not_found' },
  // The payments in the seed data have already been applied.
  'POST /api/admin/payments/:id/compensate': { own: 'wrong_state', foreign: 'wrong_state' },
  // The payment cases in the seed data are about money that has arrived. So asking the provider again is refused.
  'POST /api/admin/cases/:id/check': { own: 'wrong_state', foreign: 'wrong_state' },
  'POST /api/admin/cases/:id/finish': { body: () => ({ act: 'accept' }) },
  'POST /api/admin/payments/:id/chargeback': {
    body: () => ({ amount: 1, happened_at: '2026-03-01T10:00:00Z' }),
    own: 'wrong_state',
    foreign: 'wrong_state',
  },
  // Every upload in this test sends a file that is not a valid register.
  'POST /api/admin/registers': { own: 'register_unreadable' },
  'POST /api/admin/currency_rates': { body: () => ({ currency_id: 2 }) },
  'PATCH /api/users/profile': { body: () => ({ full_name: 'Имя', city: 'Казань', skills: ['Вёрстка'] }) },
  'POST /api/users/edit_user_role': { query: { is_client: true } },
  // In the seed data everybody is the executor of some listing. Only an admin may delete the account of an executor.
  'DELETE /api/users/delete/:id': {
    query: { force: true },
    own: { admin: 'accepted', others: 'executor_working' },
    foreign: { admin: 'accepted', others: 'not_owner' },
    absent: { admin: 'not_found', others: 'not_owner' },
  },
  'POST /api/reviews': {
    state: 'completed',
    body: () => ({ rating: 5 }),
    foreign: { counterpart: 'accepted', others: 'not_found' },
  },
  // The reviews in the seed data are unpublished until the other side writes one, so nobody can reply to them.
  'POST /api/reviews/:id/reply': { own: 'not_found', foreign: 'not_found' },
  'POST /api/deals/check': {
    body: () => ({ text: '{}' }),
  },
  'POST /api/reports': { body: () => ({ subject_type: 'user' }), own: 'not_found' },
  'POST /api/blocks/:user_id': refusesOwnId,
  'POST /api/listings/:id/not_for_me': { body: () => ({ reason: 'author' }), own: 'own_listing' },
  'DELETE /api/listings/:id/not_for_me': acceptsAbsent,
  // In the seed data, the only people who could be invited to an own order have already responded to it.
  'POST /api/listings/:id/invitations': { body: () => ({ user_ids: [2 ** 31 + 999] }), own: 'not_invitable' },
  'POST /api/hidden_authors/:user_id': refusesOwnId,
  'DELETE /api/hidden_authors/:user_id': acceptsAbsent,
  'DELETE /api/blocks/:user_id': acceptsAbsent,
  'POST /favorites/add_user': refusesOwnId,
  'DELETE /favorites/delete_user': acceptsAbsent,
  'DELETE /favorites/delete_project': acceptsAbsent,
  'DELETE /favorites/delete_vacancy': acceptsAbsent,
  'POST /api/projects/resubmit/:id': { state: 'rejected' },
  'POST /api/projects/reopen/:id': { own: 'wrong_state' },
  'POST /api/vacancy/reopen/:id': { own: 'wrong_state' },
  'POST /api/projects/unassign_executor/:id': { state: 'working' },
  'POST /api/projects/complete/:id': { state: 'working' },
  'POST /api/projects/hand_in/:id': {
    state: 'working',
    body: () => ({ text: 'Готово.' }),
    own: 'not_owner',
    foreign: { counterpart: 'accepted', others: 'not_owner' },
  },
  // No executor in the seed data has handed in work.
  'POST /api/projects/return/:id': { state: 'working', body: () => ({ text: 'Не то.' }), own: 'wrong_state' },
  'POST /api/vacancy/resubmit/:id': { state: 'rejected' },
  'POST /api/vacancy/unassign_executor/:id': { state: 'working' },
  'POST /api/vacancy/complete/:id': { state: 'working' },
  'POST /api/projects/add_resp': response,
  'POST /api/vacancy/add_resp': response,
  'GET /api/responses/:id': { foreign: { moderator: 'accepted', admin: 'accepted', others: 'not_found' } },
  'POST /api/responses/:id/shortlist': visibleToCounterpart,
  'POST /api/responses/:id/decline': visibleToCounterpart,
  'POST /api/responses/:id/not_copy': visibleToCounterpart,
  // The published order in the seed data has no executor.
  'GET /api/projects/:id/story': { own: 'wrong_state', foreign: 'not_found' },
  'POST /api/projects/:id/story_file': { own: 'wrong_state', foreign: 'not_found' },
  'GET /api/projects/:id/papers': unfinishedPapers,
  'PUT /api/projects/:id/papers': {
    ...unfinishedPapers,
    body: () => ({ name: 'Анна', tax_number: null, receipt_url: null }),
  },
  'DELETE /api/projects/:id/papers': unfinishedPapers,
  'POST /api/projects/:id/paper_file': { ...unfinishedPapers, body: () => ({ paper: 'act' }) },
  'POST /api/admin/channels': { own: 'unavailable' },
  'POST /api/admin/channels/:id/check': { own: 'unavailable', foreign: 'unavailable' },
  'POST /api/services/:id/prepare_share': { foreign: 'accepted' },
  'POST /pay/check': { omit: ['vacancy_id', 'response_id'], foreign: 'not_found' },
  'POST /pay/generate-payment-robokassa': {
    state: 'draft',
    omit: ['vacancy_id', 'response_id'],
    foreign: 'not_found',
  },
  'PUT /api/files/assign-project': { state: 'draft' },
  'PUT /api/files/assign-vacancy': { state: 'draft' },
  // A file's URL without its signature is not found for anybody. The sample URL in this test is not the URL of a file.
  'POST /api/files/send': { own: 'not_found' },
  'GET /files/:key': { own: 'not_found', foreign: 'not_found' },
  'GET /chat/room_msgs/:id': { omit: ['before'] },
  'POST /chat/send_msg': { omit: ['reply_to'] },
  'POST /chat/msg_read': visibleToCounterpart,
  'DELETE /chat/messages/:id': visibleToCounterpart,
  'POST /chat/create_room': {
    object: 'user2_id',
    omit: ['project_id', 'vacancy_id'],
    body: () => ({ other_chat: true }),
    own: 'invalid_input',
    foreign: { unverified: 'verification_required', others: 'accepted' },
  },
  'POST /api/app/check_invoice_exists': acceptsAbsent,
  'POST /api/services/:id/requests': {
    body: () => ({ price: null, days: null, answers: [{ question: '', answer: 'Разобрать экран оплаты' }] }),
    own: 'own_service',
    foreign: { unverified: 'verification_required', others: 'accepted' },
  },
  'PUT /api/services/:id/closed': { body: () => ({ until: null }) },
  'GET /api/service_requests/:id': ofSidesAndStaff,
  'PUT /api/service_requests/:id/seen': ofSidesAndStaff,
  // The caller is the client of the own request, for which the freelancer's answer waits.
  'POST /api/service_requests/:id/accept': { body: () => ({ price: 12_000 }), own: 'wrong_state' },
  'POST /api/service_requests/:id/counter': { body: () => ({ price: 18_000 }), own: 'wrong_state' },
  'POST /api/service_requests/:id/decline': { own: 'wrong_state' },
}
