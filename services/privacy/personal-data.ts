import { notificationSwitches } from '#contract/options.ts'
import { profileTextNames } from '#contract/profile-texts.ts'

/**
 * Catalogue of personal data: every column that names a person, the columns of an export, and the effect of a deletion.
 * A test compares the catalogue with the database.
 */
type PersonalRows = {
  table: string
  /** SQL condition for the rows about a person; `$person` stands for the person's id. */
  where: string
  /** Columns in the person's export. The list is empty if the rows are not exported. */
  columns: readonly string[]
  /** Effect on the rows when the person is deleted. */
  on_delete: 'erased' | 'kept' | 'anonymous'
}

const ownRows = 'user_id = $person'
const listings = '(select id from listings where author_id = $person)'

export const personalData: readonly PersonalRows[] = [
  {
    table: 'users',
    where: 'id = $person',
    columns: [
      ...['id', 'telegram_id', 'username', 'full_name', 'photo_url', 'logo_url', ...profileTextNames],
      ...['category_id', 'currency_id', 'years_of_experience', 'resume_url', 'rating', 'rating_count'],
      ...['posted_count', 'completed_count', 'is_client', 'is_contractor', 'start_choice'],
      ...['is_free', 'is_only_remote'],
      ...['is_price_conversion', 'is_focus_group', ...notificationSwitches],
      ...['muted_kinds', 'quiet_from', 'quiet_to', 'time_zone', 'ui_language', 'is_language_chosen'],
      ...['verification', 'verified_at', 'role', 'status', 'can_write', 'created_at'],
      ...['seen_on', 'is_seen_shown'],
    ],
    on_delete: 'anonymous',
  },
  {
    table: 'departures',
    where: 'mark = (select departed_mark from users where id = $person)',
    columns: ['kind', 'moments', 'kept_until'],
    on_delete: 'kept',
  },
  {
    table: 'person_records',
    where: ownRows,
    columns: [
      ...['closed', 'hired', 'responses', 'answered', 'answered_percent', 'wait_minutes', 'paid_placements'],
      ...['completed', 'dated', 'on_time', 'returning_clients', 'talks', 'reply_minutes'],
      ...['invited', 'invites_answered', 'invites_percent'],
    ],
    on_delete: 'erased',
  },
  // The phone number itself is shown nowhere, not even in an export.
  { table: 'user_phones', where: ownRows, columns: ['confirmed_at'], on_delete: 'erased' },
  {
    table: 'sessions',
    where: ownRows,
    columns: ['device', 'created_at', 'ready_at', 'last_seen_at', 'revoked_at', 'revoke_reason'],
    on_delete: 'kept',
  },
  { table: 'chat_ends', where: ownRows, columns: [], on_delete: 'erased' },
  { table: 'user_skills', where: ownRows, columns: ['name'], on_delete: 'erased' },
  {
    table: 'service_works',
    where: 'service_id in (select id from user_services where user_id = $person)',
    columns: ['service_id', 'work_id', 'position'],
    on_delete: 'erased',
  },
  {
    table: 'user_services',
    where: ownRows,
    columns: [
      ...['name', 'description', 'price', 'currency_id', 'price_term_id', 'created_at'],
      ...['category_id', 'days', 'questions', 'closed_until', 'takedown_reason'],
    ],
    on_delete: 'erased',
  },
  {
    table: 'user_portfolio_links',
    where: ownRows,
    columns: ['name', 'url', 'created_at'],
    on_delete: 'erased',
  },
  {
    table: 'user_works',
    where: ownRows,
    columns: ['file_id', 'title', 'about', 'link', 'created_at'],
    on_delete: 'erased',
  },
  { table: 'user_social_links', where: ownRows, columns: ['network', 'value'], on_delete: 'erased' },
  { table: 'deal_names', where: ownRows, columns: ['listing_id', 'full_name'], on_delete: 'erased' },
  {
    table: 'deal_papers',
    where: ownRows,
    columns: ['listing_id', 'name', 'tax_number', 'receipt_url', 'saved_at'],
    on_delete: 'erased',
  },
  { table: 'user_languages', where: ownRows, columns: ['code', 'level'], on_delete: 'erased' },
  {
    table: 'listings',
    where: 'author_id = $person',
    columns: [
      ...['id', 'kind', 'status', 'title', 'category_id', 'price', 'min_stake', 'max_stake', 'currency_id'],
      ...['payment_format', 'job_type', 'experience', 'location', 'language', 'deadline', 'skills'],
      ...['published_at', 'expires_at', 'created_at'],
    ],
    on_delete: 'kept',
  },
  {
    table: 'orders',
    where: `listing_id in ${listings}`,
    columns: ['listing_id', 'subtitle', 'questions'],
    on_delete: 'kept',
  },
  {
    table: 'vacancies',
    where: `listing_id in ${listings}`,
    columns: [
      ...['listing_id', 'description', 'requirements', 'responsibilities', 'additional_info', 'conditions'],
      ...[
        'work_conditions',
        'important_info',
        'important_notes',
        'nice_to_have',
        'mandatory_tasks',
        'questions',
      ],
    ],
    on_delete: 'kept',
  },
  {
    table: 'service_requests',
    where: 'client_id = $person',
    columns: [
      ...['listing_id', 'service_name', 'days', 'answers', 'list_price', 'offered_at', 'ends_at'],
      ...['ended_at', 'end_reason'],
    ],
    on_delete: 'kept',
  },
  {
    table: 'service_requests',
    where: 'freelancer_id = $person',
    columns: [
      ...['listing_id', 'service_name', 'counter_price', 'counter_days', 'counter_reason', 'countered_at'],
      ...['seen_at', 'ended_at', 'end_reason', 'decline_reason'],
    ],
    on_delete: 'kept',
  },
  { table: 'service_requests', where: 'ended_by = $person', columns: [], on_delete: 'kept' },
  {
    table: 'responses',
    where: ownRows,
    columns: [
      'id',
      'listing_id',
      'status',
      'response_text',
      'price',
      'materials_link',
      'answers',
      'decline_reason',
      'created_at',
    ],
    on_delete: 'kept',
  },
  {
    table: 'response_drafts',
    where: ownRows,
    columns: ['listing_id', 'price', 'response_text', 'created_at'],
    on_delete: 'erased',
  },
  {
    table: 'invitations',
    where: ownRows,
    columns: [
      ...['listing_id', 'words', 'state', 'decline_reason'],
      ...['created_at', 'seen_at', 'ended_at', 'end_reason'],
    ],
    on_delete: 'erased',
  },
  {
    table: 'invitations',
    where: `listing_id in ${listings} and words is not null`,
    columns: ['listing_id', 'words', 'created_at'],
    on_delete: 'kept',
  },
  { table: 'response_templates', where: ownRows, columns: ['body', 'created_at'], on_delete: 'erased' },
  {
    table: 'deal_steps',
    where: 'author_id = $person',
    columns: ['id', 'listing_id', 'kind', 'step_text', 'link', 'created_at'],
    on_delete: 'kept',
  },
  {
    table: 'payments',
    // The payment of 0 beside the order of a service is no money.
    where: "payer_id = $person and source <> 'service'",
    columns: ['id', 'kind', 'amount', 'currency', 'state', 'created_at', 'paid_at', 'refunded_at'],
    on_delete: 'kept',
  },
  { table: 'credits', where: ownRows, columns: ['product', 'reason', 'created_at'], on_delete: 'kept' },
  {
    table: 'reports',
    where: 'reporter_id = $person',
    columns: ['subject_type', 'subject_id', 'reason', 'comment', 'state', 'created_at'],
    on_delete: 'kept',
  },
  { table: 'reports', where: 'author_id = $person', columns: [], on_delete: 'kept' },
  { table: 'warnings', where: ownRows, columns: ['reason', 'created_at'], on_delete: 'erased' },
  { table: 'chat_members', where: ownRows, columns: ['room_id', 'archived_at'], on_delete: 'kept' },
  {
    table: 'chat_messages',
    where: 'sender_id = $person',
    columns: ['id', 'room_id', 'content', 'created_at'],
    on_delete: 'kept',
  },
  { table: 'favorite_listings', where: ownRows, columns: ['listing_id', 'created_at'], on_delete: 'erased' },
  { table: 'favorite_users', where: ownRows, columns: ['favorite_id', 'created_at'], on_delete: 'erased' },
  { table: 'favorite_users', where: 'favorite_id = $person', columns: [], on_delete: 'erased' },
  {
    table: 'reviews',
    where: 'author_id = $person',
    columns: [
      ...['listing_id', 'subject_id', 'rating', 'quality', 'term', 'task', 'payment', 'communication'],
      ...['review_text', 'published_at', 'created_at'],
    ],
    on_delete: 'kept',
  },
  {
    table: 'reviews',
    where: 'subject_id = $person and reply_text is not null',
    columns: ['listing_id', 'reply_text', 'replied_at'],
    on_delete: 'kept',
  },
  { table: 'user_blocks', where: ownRows, columns: ['blocked_id', 'created_at'], on_delete: 'erased' },
  { table: 'hidden_authors', where: ownRows, columns: ['author_id', 'created_at'], on_delete: 'erased' },
  { table: 'hidden_authors', where: 'author_id = $person', columns: [], on_delete: 'erased' },
  {
    table: 'not_for_me',
    where: ownRows,
    columns: [
      'listing_id',
      'reason',
      'category_id',
      'below',
      'payment_format',
      'days',
      'until',
      'created_at',
    ],
    on_delete: 'erased',
  },
  {
    table: 'collections',
    where: ownRows,
    columns: ['kind', 'listing_ids', 'reasons', 'whys', 'ranked_at'],
    on_delete: 'erased',
  },
  { table: 'user_blocks', where: 'blocked_id = $person', columns: [], on_delete: 'erased' },
  {
    table: 'saved_searches',
    where: ownRows,
    columns: ['kind', 'name', 'filters', 'is_notify', 'frequency', 'created_at'],
    on_delete: 'erased',
  },
  {
    table: 'files',
    where: 'owner_id = $person',
    columns: [
      'id',
      'purpose',
      'name',
      'file_format',
      'bytes',
      'listing_id',
      'response_id',
      'message_id',
      'support_message_id',
      'created_at',
    ],
    on_delete: 'anonymous',
  },
  {
    table: 'deliveries',
    where: ownRows,
    columns: ['kind', 'state', 'sent_at', 'created_at'],
    on_delete: 'kept',
  },
  // A support case contains the messages of the staff and those of the person.
  {
    table: 'support_messages',
    where: 'case_id in (select id from support_cases where user_id = $person)',
    columns: ['case_id', 'side', 'content', 'state', 'said_at'],
    on_delete: 'erased',
  },
  {
    table: 'support_cases',
    where: ownRows,
    columns: ['id', 'state', 'closed_by', 'opened_at', 'closed_at'],
    on_delete: 'erased',
  },
  { table: 'bot_prompts', where: ownRows, columns: ['kind', 'state', 'asked_at'], on_delete: 'erased' },
  { table: 'idempotency_keys', where: ownRows, columns: [], on_delete: 'erased' },
]

/** Columns that name a person but do not belong to the person's data, each with the reason. */
export const otherMentions: Record<string, string> = {
  'listings.executor_id': 'the listing is its author’s; the assignment stands in the response',
  'reviews.subject_id': 'the words are their author’s and are shown in the profile',
  'payment_cases.resolved_by': 'an act of staff',
  'register_imports.imported_by': 'an act of staff',
  'credits.granted_by': 'an act of staff',
  'ledger_entries.person_id': 'book-keeping of their credits, which are exported as such',
  'ledger_standings.person_id': 'book-keeping of their credits, which are exported as such',
  'moderation_tasks.claimed_by': 'an act of staff',
  'moderation_tasks.decided_by': 'an act of staff',
  'moderation_tasks.lapsed_decider': 'an act of staff',
  'moderation_questions.asked_by': 'an act of staff',
  'warnings.given_by': 'an act of staff',
  'departures.other_id': 'who had blocked a person that deleted their account',
  'support_cases.staff_id': 'an act of staff',
  'support_messages.author_id': 'the person whose case it is, or an act of staff',
  'staff_confirmations.user_id': 'an act of staff',
  'audit_log.actor_id': 'an act of staff, or the trace of shown contacts',
  'chat_rooms.user_low': 'the membership stands in chat_members',
  'chat_rooms.user_high': 'the membership stands in chat_members',
  'chat_rooms.opened_by': 'the membership stands in chat_members',
}
