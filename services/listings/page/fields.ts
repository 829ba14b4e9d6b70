import type { z } from 'zod'
import type { Order, Vacancy } from '#contract/calls/listing-shapes.ts'
import { limits } from '#contract/limits.ts'
import { readQuestions } from '#contract/questions.ts'
import type { Link } from '#services/core/servers/file-urls.ts'
import { toFile } from '#services/files/queries.ts'
import type { Reader } from '../projections.ts'
import type { OrderRow, VacancyRow } from './columns.ts'
import { toDeal } from './deals.ts'

/** Converts database rows of listings to the fields of the API. */

export type OrderReply = z.output<typeof Order>
export type VacancyReply = z.output<typeof Vacancy>

/**
 * Returns the number of free paid top places on a listing, and the place that a response would get by a boost.
 * @param takenSlots number of paid top places taken; null if the listing offers none
 */
export function boostOffer(takenSlots: number | null) {
  const boost_slots_free = takenSlots === null ? 0 : Math.max(0, limits.boostSlots - takenSlots)
  return {
    boost_slots_free,
    boost_place: takenSlots !== null && boost_slots_free > 0 ? takenSlots + 1 : null,
  }
}

/**
 * Returns the API fields of a listing. Rejection reasons and the author's record are missing, because other queries
 * read them.
 */
const toListing = (row: OrderRow | VacancyRow, link: Link) => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  category_id: row.category_id,
  category: row.category,
  currency_id: row.currency_id,
  currency: row.currency,
  language: row.language,
  is_remote: row.is_remote,
  status: row.status,
  audience: row.audience,
  request_state: row.request_state,
  price_unit: row.price_unit,
  published_at: row.published_at,
  created_at: row.created_at,
  expires_at: row.expires_at,
  placement_period: row.placement_period,
  responses_count: row.responses_count,
  views_count: row.views_count,
  executor_id: row.executor_id,
  executor: row.executor,
  author: row.author,
  author_record: null,
  tags: row.tags,
  skills: row.skills,
  files: row.files.map((file) => toFile(file, link)),
  is_favorite: row.is_favorite,
  is_published: row.is_published,
  is_paid: row.is_paid,
  is_archive: row.is_archive,
  is_active: row.is_active,
  is_urgent: row.is_urgent,
  is_responded: row.is_responded,
  my_response: row.my_response,
  is_owner: row.is_owner,
  is_executor: row.is_executor,
  hidden_reason: row.hidden_reason,
  rejection_reason: row.rejection_reason,
  resubmissions_left: row.resubmissions_left,
  new_responses: row.new_responses,
  is_edit_pending: row.is_edit_pending,
  review_until: row.review_until,
  own_review: row.own_review,
  invitations: row.invitations,
  refund_price: row.refund_price,
  questions: readQuestions(row.questions),
  responses: [],
  chats: row.chats,
  reason: null,
  why: null,
})

export function toOrder(row: OrderRow, { link, now }: Pick<Reader, 'link' | 'now'>): OrderReply {
  return {
    ...toListing(row, link),
    project_id: row.id,
    client_id: row.author_id,
    subtitle: row.subtitle,
    description: row.subtitle,
    price: row.price,
    min_stake: row.min_stake,
    max_stake: row.max_stake,
    response_stake: row.response_stake,
    payment_format: row.payment_format,
    format: row.job_type,
    required_experience: row.experience,
    region: row.location,
    deadline: row.deadline,
    ...boostOffer(row.response_stake > 0 ? row.boosts : null),
    is_boost_pending: row.is_boost_pending,
    deal: toDeal(row.deal, row.status, { link, now }),
  }
}

export function toVacancy(row: VacancyRow, { link }: Pick<Reader, 'link'>): VacancyReply {
  return {
    ...toListing(row, link),
    vacancy_id: row.id,
    vacancies_id: row.id,
    author_id: row.author_id,
    description: row.description,
    requirements: row.requirements,
    responsibilities: row.responsibilities,
    additional_info: row.additional_info,
    conditions: row.conditions,
    work_conditions: row.work_conditions,
    important_info: row.important_info,
    important_notes: row.important_notes,
    nice_to_have: row.nice_to_have,
    mandatory_tasks: row.mandatory_tasks,
    work_format: row.payment_format,
    schedule: row.job_type,
    experience: row.experience,
    location: row.location,
    hourly_rate: row.hourly_rate,
    response_price: row.response_price,
    keep_open: row.keep_open,
    vacancy_tags: row.tags,
  }
}
