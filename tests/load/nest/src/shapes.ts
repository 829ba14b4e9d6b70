import type { Prisma } from './generated/client.js'

export const person = { category: true } satisfies Prisma.usersInclude

/** Relations that a card needs besides its own row. */
export const card = (viewer: number) =>
  ({
    author: { include: person },
    category: true,
    currency: true,
    order: true,
    vacancy: true,
    views: true,
    favorites: { where: { user_id: viewer } },
    responses: { where: { user_id: viewer, status: { not: 'withdrawn' } } },
    _count: { select: { responses: { where: { boosted_at: { not: null }, status: { not: 'withdrawn' } } } } },
  }) satisfies Prisma.listingsInclude

type PersonRow = Prisma.usersGetPayload<{ include: typeof person }>
export type CardRow = Prisma.listingsGetPayload<{ include: ReturnType<typeof card> }>
type CurrencyRow = Prisma.currenciesGetPayload<object>
type CategoryRow = Prisma.categoriesGetPayload<object>

const nameOf = ({ names }: { names: Prisma.JsonValue }) => (names as { ru: string }).ru
const toCategory = (row: CategoryRow | null) => row && { id: row.id, name: nameOf(row) }
const rubles = (kopecks: bigint | null) => (kopecks === null ? null : Number(kopecks) / 100)

export function toCurrency(row: CurrencyRow | null) {
  if (!row) return null
  const { id, code, symbol, icon_url, rate_date } = row
  const isFresh = Date.now() - rate_date.getTime() < 8 * 86_400_000
  return {
    ...{ id, code, symbol, name: nameOf(row), icon_url },
    rate_to_base: isFresh ? Number(row.rate_to_base) : null,
    rate_date: isFresh ? rate_date.toISOString().slice(0, 10) : null,
  }
}

export function toPerson(row: PersonRow) {
  const { id, photo_url, logo_url, rating, rating_count, completed_count, posted_count, is_client } = row
  const { description, country, city, category_id, years_of_experience, is_verified, is_free } = row
  return {
    ...{ id, photo_url, logo_url, rating_count, completed_count, posted_count, is_client },
    ...{ description, country, city, category_id, years_of_experience, is_verified, is_free },
    full_name: row.status === 'deleted' ? 'Удалённый аккаунт' : row.full_name,
    avatar_url: logo_url ?? photo_url,
    rating: rating && Number(rating),
    orders_count: is_client ? posted_count : completed_count,
    category: toCategory(row.category),
    is_contractor: row.is_contractor,
    created_at: row.created_at,
  }
}

/** Relations that an entry in a list of people needs. */
export const listed = (viewer: number) =>
  ({
    ...person,
    skills: { orderBy: { id: 'asc' } },
    services: { where: { price: { not: null } }, orderBy: { price: 'asc' }, take: 1 },
    favoured: { where: { user_id: viewer } },
  }) satisfies Prisma.usersInclude

export function toListed(row: Prisma.usersGetPayload<{ include: ReturnType<typeof listed> }>) {
  const [service] = row.services
  return {
    ...toPerson(row),
    is_favorite: row.favoured.length > 0,
    is_only_remote: row.is_only_remote,
    skills: row.skills.map(({ name }) => name),
    price_from: service ? { amount: Number(service.price) / 100, currency_id: service.currency_id } : null,
    works: [],
  }
}

export function toRecord(row: Prisma.person_recordsGetPayload<object> | null) {
  if (!row) return { closed: 0, figures: null, paid_placements: 0 }
  const { closed, hired, responses, answered, answered_percent: percent, wait_minutes, paid_placements } = row
  const answers = responses < 5 ? null : { percent, answered, responses, wait_minutes }
  return { closed, figures: closed < 5 ? null : { hired, answers }, paid_placements }
}

/** Position of the viewer's own response, and the number of new responses. */
export type Mine = { place: number; fresh: number }

export function toCard(row: CardRow, viewer: number, tags: string[], { place, fresh }: Mine) {
  const { id, kind, title, category_id, currency_id, language, is_remote, status, published_at, created_at } =
    row
  const {
    expires_at,
    placement_period,
    responses_count,
    skills,
    is_published,
    is_paid,
    is_archive,
    is_active,
  } = row
  const [mine] = row.responses
  const is_owner = Number(row.author_id) === viewer
  const shared = {
    ...{ id, kind, title, category_id, currency_id, language, is_remote, status, published_at, created_at },
    ...{
      expires_at,
      placement_period,
      responses_count,
      skills,
      is_published,
      is_paid,
      is_archive,
      is_active,
    },
    category: toCategory(row.category),
    currency: toCurrency(row.currency),
    views_count: row.views?.views_count ?? 0,
    executor_id: null,
    executor: null,
    author: { ...toPerson(row.author), telegram_link: null },
    tags,
    files: [],
    is_favorite: row.favorites.length > 0,
    is_urgent: row.urgent,
    is_responded: mine !== undefined,
    my_response: mine ? { id: mine.id, status: mine.status, place, response_type: mine.response_type } : null,
    is_owner,
    is_executor: false,
    hidden_reason: is_owner ? row.hidden_reason : null,
    rejection_reason: is_owner ? row.rejection_reason : null,
    resubmissions_left: Math.max(0, 3 - row.resubmissions),
    new_responses: fresh,
    is_edit_pending: false,
    review_until: null,
    own_review: null,
    author_record: null,
    reason: null as string | null,
    why: null as object | null,
    responses: [] as unknown[],
    chats: [] as unknown[],
    questions: (row.order ?? row.vacancy)?.questions?.split('\n') ?? [],
  }
  if (row.kind === 'vacancy') {
    const { listing_id: _, questions: __, response_price = null, ...texts } = row.vacancy ?? {}
    return {
      ...shared,
      ...texts,
      vacancy_id: id,
      vacancies_id: id,
      author_id: row.author_id,
      response_price: rubles(response_price),
      work_format: row.payment_format,
      schedule: row.job_type,
      experience: row.experience,
      location: row.location,
      hourly_rate: rubles(row.price),
      keep_open: row.keep_open,
      vacancy_tags: tags,
    }
  }
  const subtitle = row.order?.subtitle ?? ''
  const free = row.response_stake > 0n ? Math.max(0, 3 - row._count.responses) : 0
  return {
    ...shared,
    project_id: id,
    client_id: row.author_id,
    subtitle,
    description: subtitle,
    price: rubles(row.price),
    min_stake: rubles(row.min_stake),
    max_stake: rubles(row.max_stake),
    response_stake: rubles(row.response_stake),
    payment_format: row.payment_format,
    format: row.job_type,
    required_experience: row.experience,
    region: row.location,
    deadline: row.deadline,
    boost_slots_free: free,
    boost_place: free > 0 ? row._count.responses + 1 : null,
    deal: null,
  }
}

export const answer = {
  currency: true,
  listing: true,
  user: { include: { ...person, skills: true } },
} satisfies Prisma.responsesInclude
export type AnswerRow = Prisma.responsesGetPayload<{ include: typeof answer }>

export function toAnswer({ listing, user, currency, ...row }: AnswerRow, place: number | null) {
  const { id, response_text, materials_link, response_type, created_at, with_resume, is_archive } = row
  return {
    ...{ id, response_text, materials_link, response_type, created_at, with_resume, is_archive, place },
    response_id: id,
    user: toPerson(user),
    works: [],
    skills: user.skills.map(({ name }) => name),
    author_id: listing.author_id,
    project_id: listing.kind === 'order' ? listing.id : null,
    vacancy_id: listing.kind === 'vacancy' ? listing.id : null,
    currency: toCurrency(currency),
    price: rubles(row.price),
    files: [],
    with_file: false,
    status: row.status,
    end_reason: row.end_reason,
    decline_reason: row.decline_reason,
    flag: row.flag,
    flag_share: row.flag_share,
    is_own_copy: row.is_own_copy,
    answers: row.answers ?? [],
    price_third: row.price_third,
    price_among: row.price_among,
  }
}
