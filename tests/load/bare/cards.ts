import type { Row, RunQuery } from './database.ts'
import { personColumns, toPerson } from './people.ts'
import type { Reference } from './reference.ts'

/**
 * Columns of order and vacancy cards for the viewer `$1`. The statement must define `page (id, n)`. No listing in the
 * generated market has a chosen response.
 */

const listing = [
  ...[
    'id',
    'kind',
    'title',
    'author_id',
    'category_id',
    'currency_id',
    'language',
    'is_remote',
    'location',
    'status',
  ],
  ...[
    'is_published',
    'is_paid',
    'is_archive',
    'is_active',
    'published_at',
    'created_at',
    'expires_at',
    'deadline',
  ],
  ...[
    'placement_period',
    'payment_format',
    'job_type',
    'experience',
    'responses_count',
    'skills',
    'keep_open',
  ],
  ...[
    'hidden_reason',
    'rejection_reason',
    'resubmissions',
    'urgent',
    'price',
    'min_stake',
    'max_stake',
    'response_stake',
  ],
]
const vacancyTexts = [
  ...['description', 'requirements', 'responsibilities', 'additional_info', 'conditions', 'work_conditions'],
  ...['important_info', 'important_notes', 'nice_to_have', 'mandatory_tasks', 'response_price'],
]

const cardColumns = (kind: 'order' | 'vacancy') => `
  ${listing.map((name) => `l.${name}`).join(', ')}, ${personColumns('a', 'a_')}, a.username,
  coalesce(v.views_count, 0) as views_count, f.user_id is not null as is_favorite,
  mine.id as mine_id, mine.status as mine_status, mine.response_type as mine_type,
  case when mine.id is not null then (select 1 + count(*)::int from responses above
    where above.listing_id = l.id and above.status <> 'withdrawn'
      and (coalesce(above.boosted_at, 'infinity'), above.created_at, above.id)
        < (coalesce(mine.boosted_at, 'infinity'), mine.created_at, mine.id)) end as mine_place,
  case when l.tags <> '{}' then array(select name from tags where id = any(l.tags)) end as tags,
  case when l.author_id = $1 then (select count(*)::int from responses
    where listing_id = l.id and status = 'no_show') else 0 end as new_responses,
  ${
    kind === 'order'
      ? `t.subtitle, t.questions, case when l.response_stake > 0 then (select count(*)::int from responses
          where listing_id = l.id and status <> 'withdrawn' and coalesce(boosted_at, 'infinity') < 'infinity') end as boosts`
      : ['questions', ...vacancyTexts].map((name) => `t.${name}`).join(', ')
  }`

const cardTables = (kind: 'order' | 'vacancy') => `
  join listings l on l.id = page.id
  join ${kind === 'order' ? 'orders' : 'vacancies'} t on t.listing_id = l.id
  join users a on a.id = l.author_id
  left join listing_views v on v.listing_id = l.id
  left join favorite_listings f on f.user_id = $1 and f.listing_id = l.id
  left join responses mine on mine.listing_id = l.id and mine.user_id = $1 and mine.status <> 'withdrawn'`

/**
 * Selects cards. The statement must define a common table expression `page` with the listing's `id` and its position
 * `n`; more columns are allowed.
 */
export const selectCards = (kind: 'order' | 'vacancy', extraColumns = '') =>
  `select ${cardColumns(kind)} ${extraColumns} from page ${cardTables(kind)}`

const contentColumns = (kind: 'order' | 'vacancy') =>
  `with page as (select * from unnest($2::bigint[]) with ordinality page (id, n)) ${selectCards(kind)} order by page.n`

export async function cardsOf(
  runQuery: RunQuery,
  reference: Reference,
  viewer: number,
  kind: 'order' | 'vacancy',
  ids: number[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  const rows = await runQuery(contentColumns(kind), [viewer, ids], `cards of ${kind}`)
  return rows.map((row) => toCard(row, viewer, reference))
}

const rubles = (kopecks: number | null) => (kopecks === null ? null : kopecks / 100)

function sharedFields(row: Row, viewer: number, reference: Reference): Row {
  const is_owner = row.author_id === viewer
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    category_id: row.category_id,
    category: reference.category(row.category_id),
    currency_id: row.currency_id,
    currency: reference.currency(row.currency_id),
    language: row.language,
    is_remote: row.is_remote,
    status: row.status,
    published_at: row.published_at,
    created_at: row.created_at,
    expires_at: row.expires_at,
    placement_period: row.placement_period,
    responses_count: row.responses_count,
    views_count: row.views_count,
    executor_id: null,
    executor: null,
    author: { ...toPerson(row, 'a_', reference), telegram_link: null },
    tags: row.tags ?? [],
    skills: row.skills,
    files: [],
    is_favorite: row.is_favorite,
    is_published: row.is_published,
    is_paid: row.is_paid,
    is_archive: row.is_archive,
    is_active: row.is_active,
    is_urgent: row.urgent,
    is_responded: row.mine_id !== null,
    my_response:
      row.mine_id === null
        ? null
        : { id: row.mine_id, status: row.mine_status, place: row.mine_place, response_type: row.mine_type },
    is_owner,
    is_executor: false,
    hidden_reason: is_owner ? row.hidden_reason : null,
    rejection_reason: is_owner ? row.rejection_reason : null,
    resubmissions_left: Math.max(0, 3 - row.resubmissions),
    new_responses: row.new_responses,
    is_edit_pending: row.is_edit_pending ?? false,
    review_until: null,
    own_review: null,
    invitations: null,
    refund_price: null,
    audience: 'public',
    request_state: null,
    price_unit: null,
    author_record: row.author_record ?? null,
    // Listings of the generated market ask no questions.
    questions: row.questions ?? [],
    reason: null,
    why: null,
    responses: [],
    chats: row.chats ?? [],
  }
}

export function toCard(row: Row, viewer: number, reference: Reference): Row {
  const card = sharedFields(row, viewer, reference)
  if (row.kind === 'vacancy')
    return {
      ...card,
      vacancy_id: row.id,
      vacancies_id: row.id,
      author_id: row.author_id,
      ...Object.fromEntries(vacancyTexts.map((name) => [name, row[name]])),
      response_price: rubles(row.response_price),
      work_format: row.payment_format,
      schedule: row.job_type,
      experience: row.experience,
      location: row.location,
      hourly_rate: rubles(row.price),
      keep_open: row.keep_open,
      vacancy_tags: row.tags ?? [],
    }
  const freeSlots = row.boosts === null ? 0 : Math.max(0, 3 - row.boosts)
  return {
    ...card,
    project_id: row.id,
    client_id: row.author_id,
    subtitle: row.subtitle ?? '',
    description: row.subtitle ?? '',
    price: rubles(row.price),
    min_stake: rubles(row.min_stake),
    max_stake: rubles(row.max_stake),
    response_stake: rubles(row.response_stake),
    payment_format: row.payment_format,
    format: row.job_type,
    required_experience: row.experience,
    region: row.location,
    deadline: row.deadline,
    boost_slots_free: freeSlots,
    boost_place: freeSlots > 0 ? row.boosts + 1 : null,
    is_boost_pending: false,
    deal: null,
  }
}
