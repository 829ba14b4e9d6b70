import type { Prisma } from './generated/client.js'

/** Builds the answers of the NestJS server from rows, and names the relations that each answer needs. */

// JSON has no bigint. All ids and sums of this market fit into a number.
Object.assign(BigInt.prototype, {
  toJSON(this: bigint) {
    return Number(this)
  },
})

export const hasResponded = { status: { not: 'withdrawn' } }

const person = { category: true } satisfies Prisma.usersInclude
export const listedPersonInclude = (viewer: number) =>
  ({
    category: true,
    skills: { orderBy: { id: 'asc' } },
    services: { where: { price: { not: null } }, orderBy: { price: 'asc' }, take: 1 },
    favoured: { where: { user_id: viewer } },
  }) satisfies Prisma.usersInclude
export const response = {
  currency: true,
  listing: true,
  user: { include: { category: true, skills: true } },
} satisfies Prisma.responsesInclude
export const card = (viewer: number) =>
  ({
    author: { include: person },
    category: true,
    currency: true,
    order: true,
    vacancy: true,
    views: true,
    favorites: { where: { user_id: viewer } },
    responses: { where: { user_id: viewer, ...hasResponded } },
    _count: { select: { responses: { where: { boosted_at: { not: null }, ...hasResponded } } } },
  }) satisfies Prisma.listingsInclude
export type CardRow = Prisma.listingsGetPayload<{ include: ReturnType<typeof card> }>

const nameOf = ({ names }: { names: Prisma.JsonValue }) => (names as { ru: string }).ru
const rubles = (kopecks: bigint | null) => (kopecks === null ? null : Number(kopecks) / 100)
export const toCategory = (row: Prisma.categoriesModel | null) => row && { id: row.id, name: nameOf(row) }

function toCurrency({ names, ...row }: Prisma.currenciesModel) {
  const rate_date = row.rate_date.toISOString().slice(0, 10)
  return { ...row, name: nameOf({ names }), rate_to_base: Number(row.rate_to_base), rate_date }
}

export function toPerson(row: Prisma.usersGetPayload<{ include: typeof person }>) {
  const { status, is_only_remote, is_seen_shown, seen_on, ...shown } = row
  return {
    ...shown,
    avatar_url: row.logo_url ?? row.photo_url,
    rating: row.rating && Number(row.rating),
    orders_count: row.is_client ? row.posted_count : row.completed_count,
    category: toCategory(row.category),
  }
}

export function toListed(row: Prisma.usersGetPayload<{ include: ReturnType<typeof listedPersonInclude> }>) {
  const { skills, services, favoured, ...user } = row
  const [service] = services
  return {
    ...toPerson(user),
    is_favorite: favoured.length > 0,
    is_only_remote: row.is_only_remote,
    skills: skills.map(({ name }) => name),
    price_from: service ? { amount: rubles(service.price), currency_id: service.currency_id } : null,
    works: [],
  }
}

export function toRecord(row: Prisma.person_recordsModel | null) {
  const { closed = 0, hired, responses = 0, answered, answered_percent: percent, wait_minutes } = row ?? {}
  const answers = responses < 5 ? null : { percent, answered, responses, wait_minutes }
  return { closed, figures: closed < 5 ? null : { hired, answers }, paid_placements: row?.paid_placements ?? 0 }
}

export function toMessage({ deleted_at, ...message }: Prisma.chat_messagesModel, is_read: boolean) {
  return { ...message, is_read, is_deleted: deleted_at !== null, reply_to: null, files: [] }
}

export function toResponse(
  row: Prisma.responsesGetPayload<{ include: typeof response }>,
  place: number | null,
) {
  const { listing, currency, user_id, listing_id, boosted_at, currency_id, ...shown } = row
  const { skills, ...user } = row.user
  return {
    ...shown,
    response_id: row.id,
    user: toPerson(user),
    works: [],
    skills: skills.map(({ name }) => name),
    author_id: listing.author_id,
    project_id: listing.kind === 'order' ? listing.id : null,
    vacancy_id: listing.kind === 'vacancy' ? listing.id : null,
    currency: currency && toCurrency(currency),
    price: rubles(row.price),
    files: [],
    with_file: false,
    answers: row.answers ?? [],
    place,
  }
}

/** Fields of a card that are empty in all listings of the benchmark's market. */
const absentFields = {
  executor_id: null,
  executor: null,
  is_executor: false,
  files: [],
  questions: [],
  is_edit_pending: false,
  review_until: null,
  own_review: null,
  invitations: null,
  refund_price: null,
  audience: 'public',
  request_state: null,
  price_unit: null,
  author_record: null,
  reason: null,
  why: null,
  responses: [],
  chats: [],
}

export type Extra = { tags: string[]; place: number; new_responses: number }

export function toCard(row: CardRow, viewer: number, { tags, place, new_responses }: Extra) {
  const { author, order, vacancy, responses, _count, views, favorites, ...listing } = row
  const { author_id, price, min_stake, max_stake, response_stake, payment_format, ...others } = listing
  const { job_type, experience, location, deadline, keep_open, urgent, resubmissions, ...more } = others
  const { price_base, experience_min, experience_max, listed_at, ...shown } = more
  const [mine] = responses
  const is_owner = Number(author_id) === viewer
  const sharedFields = {
    ...absentFields,
    ...shown,
    category: toCategory(row.category),
    currency: toCurrency(row.currency),
    views_count: views?.views_count ?? 0,
    author: { ...toPerson(author), telegram_link: null },
    tags,
    is_favorite: favorites.length > 0,
    is_urgent: urgent,
    is_responded: mine !== undefined,
    my_response: mine ? { id: mine.id, status: mine.status, response_type: mine.response_type, place } : null,
    is_owner,
    hidden_reason: is_owner ? row.hidden_reason : null,
    rejection_reason: is_owner ? row.rejection_reason : null,
    resubmissions_left: Math.max(0, 3 - resubmissions),
    new_responses,
  }
  if (vacancy) {
    const { listing_id, response_price, ...texts } = vacancy
    return {
      ...sharedFields,
      ...texts,
      vacancy_id: row.id,
      vacancies_id: row.id,
      author_id,
      response_price: rubles(response_price),
      work_format: payment_format,
      schedule: job_type,
      experience,
      location,
      hourly_rate: rubles(price),
      keep_open,
      vacancy_tags: tags,
    }
  }
  const freeSlots = response_stake > 0n ? Math.max(0, 3 - _count.responses) : 0
  return {
    ...sharedFields,
    project_id: row.id,
    client_id: author_id,
    subtitle: order?.subtitle ?? '',
    description: order?.subtitle ?? '',
    price: rubles(price),
    min_stake: rubles(min_stake),
    max_stake: rubles(max_stake),
    response_stake: rubles(response_stake),
    payment_format,
    format: job_type,
    required_experience: experience,
    region: location,
    deadline,
    boost_slots_free: freeSlots,
    boost_place: freeSlots > 0 ? _count.responses + 1 : null,
    is_boost_pending: false,
    deal: null,
  }
}

export const member = {
  room: {
    include: { listing: true, last_message: true, members: { include: { user: { include: person } } } },
  },
} satisfies Prisma.chat_membersInclude

export function toRoom(
  row: Prisma.chat_membersGetPayload<{ include: typeof member }>,
  hiddenAuthors: bigint[],
) {
  const { room, user_id, unread_count, archived_at } = row
  const { id, kind, listing, last_message: message, created_at } = room
  const me = room.members.find((one) => one.user_id === user_id)?.user
  const partner = room.members.find((one) => one.user_id !== user_id)?.user
  if (!partner) throw new Error(`chat ${id} has one member`)
  const reader = room.members.find((one) => one.user_id !== message?.sender_id)
  const isHidden = hiddenAuthors.includes(partner.id)
  const days = partner.seen_on && (Date.now() - partner.seen_on.getTime()) / 86_400_000
  const isSeen = me?.is_seen_shown && partner.is_seen_shown && days !== null && !isHidden
  return {
    id,
    room_id: id,
    kind,
    listing: listing && {
      id: listing.id,
      kind: listing.kind,
      title: listing.title,
      status: listing.status,
      executor_id: null,
      agreement: null,
    },
    project_id: kind === 'project' ? room.listing_id : null,
    vacancy_id: kind === 'vacancy' ? room.listing_id : null,
    user1_id: room.user_low,
    user2_id: room.user_high,
    other: toPerson(partner),
    other_seen: isSeen ? (days < 1 ? 'today' : days < 8 ? 'week' : 'earlier') : null,
    last_message: message && toMessage(message, message.id <= (reader?.last_read_id ?? 0n)),
    unread_count,
    is_archived: archived_at !== null,
    is_read_only: room.is_read_only || partner.status !== 'active' || isHidden,
    created_at,
  }
}
