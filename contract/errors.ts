/** All error codes with their HTTP status; texts in texts/<language>/errors.json. */
export const errors = {
  malformed: 400,
  method_not_allowed: 405,
  too_slow: 408,
  too_large: 413,
  unsupported_type: 415,
  encoded_body: 415,
  avatar_too_large: 413,
  avatar_not_png: 415,
  file_damaged: 422,
  register_unreadable: 422,
  register_foreign: 409,
  unauthenticated: 401,
  init_data_required: 401,
  session_expired: 401,
  clock_wrong: 401,
  blocked: 403,
  forbidden: 403,
  invalid_input: 422,
  body_not_object: 422,
  idempotency_conflict: 422,
  not_owner: 403,
  not_found: 404,
  removed: 404,
  verification_required: 403,
  own_listing: 409,
  already_responded: 409,
  listing_closed: 409,
  blocked_pair: 403,
  executor_chosen: 409,
  wrong_state: 409,
  not_paid: 409,
  on_moderation: 409,
  rejected: 409,
  amount_mismatch: 409,
  already_paid: 409,
  payment_pending: 409,
  period_paid: 409,
  category_dearer: 409,
  payer_deleted: 409,
  executor_working: 409,
  work_handed_in: 409,
  deal_not_finished: 409,
  work_returned: 409,
  too_many_responses: 429,
  template_unchanged: 422,
  answers_missing: 422,
  too_many_posts: 429,
  too_many_files: 429,
  too_many_saves: 429,
  too_many_reports: 429,
  slots_taken: 409,
  boost_not_offered: 409,
  chat_not_open: 409,
  room_read_only: 409,
  in_a_row_limit: 409,
  deletion_over: 409,
  too_many_chats: 429,
  resubmissions_over: 409,
  already_reviewed: 409,
  reviews_closed: 409,
  reply_closed: 409,
  list_full: 409,
  invitations_over: 409,
  already_invited: 409,
  not_invitable: 409,
  too_many_invitations: 429,
  words_not_allowed: 422,
  own_service: 409,
  service_closed: 409,
  already_requested: 409,
  requests_full: 409,
  too_many_service_requests: 429,
  terms_changed: 409,
  phone_taken: 409,
  decision_effective: 409,
  already_decided: 409,
  content_changed: 409,
  claimed_by_other: 409,
  own_case: 409,
  own_rejection: 409,
  already_appealed: 409,
  nothing_asked: 409,
  not_in_conflict: 409,
  bot_unreachable: 409,
  confirmation_over: 409,
  too_many_requests: 429,
  channel_unknown: 422,
  channel_rights_missing: 409,
  channel_connected: 409,
  provider_refused: 400,
  unavailable: 503,
  storage_full: 507,
  internal: 500,
} as const

export type ErrorCode = keyof typeof errors

/**
 * An expected error with a code from the list of errors. `details` are sent to the caller, so they must contain nothing
 * private.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, details?: Record<string, unknown>) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return errors[this.code]
  }
}

/** Shape of every error response. */
export type Problem = {
  statusCode: number
  code: ErrorCode
  message: string
  details: Record<string, unknown> | null
  request_id: string
}
