import { sql } from 'kysely'
import { readQuestions } from '#contract/questions.ts'
import { prepare } from '#db/prepared.ts'
import { amount } from '#services/reference/projections.ts'
import { type Asked, selectPublic } from './selection.ts'

/** What listings say of themselves, whoever reads them: as columns, and by the names of the wire. */

/** Of an order over `listing` and its `text`. */
export const orderTexts = [
  sql<string>`coalesce(text.subtitle, '')`.as('subtitle'),
  'text.questions',
  amount('listing.price').as('price'),
  amount('listing.min_stake').as('min_stake'),
  amount('listing.max_stake').as('max_stake'),
  sql<number>`listing.response_stake::float8 / 100`.as('response_stake'),
] as const
/** Of a vacancy. */
export const vacancyTexts = [
  sql<string>`coalesce(text.description, '')`.as('description'),
  'text.requirements',
  'text.responsibilities',
  'text.additional_info',
  'text.conditions',
  'text.work_conditions',
  'text.important_info',
  'text.important_notes',
  'text.nice_to_have',
  'text.mandatory_tasks',
  'text.questions',
  'listing.keep_open',
  amount('listing.price').as('hourly_rate'),
  amount('text.response_price').as('response_price'),
] as const

type Ids = Pick<Asked, 'ids'>
/** With the version of what it was made from (card-bodies.ts). */
export const publicListings = {
  order: prepare((db, asked: Ids) =>
    selectPublic(db, asked).innerJoin('orders as text', 'text.listing_id', 'listing.id').select(orderTexts),
  ),
  vacancy: prepare((db, asked: Ids) =>
    selectPublic(db, asked)
      .innerJoin('vacancies as text', 'text.listing_id', 'listing.id')
      .select(vacancyTexts),
  ),
}

export type PublicOrder = Awaited<ReturnType<(typeof publicListings)['order']>>[number]
export type PublicVacancy = Awaited<ReturnType<(typeof publicListings)['vacancy']>>[number]
type Unversioned<Row> = Omit<Row, 'version'>

/** What few say, and what many say in the same words: cards keep those once for all (card-bodies.ts). */
type Fields = { own: object; common: object }

const ownFields = (row: Unversioned<PublicOrder | PublicVacancy>) => ({
  id: row.id,
  title: row.title,
  category_id: row.category_id,
  published_at: row.published_at,
  created_at: row.created_at,
  expires_at: row.expires_at,
  tags: row.tags,
  skills: row.skills,
  questions: readQuestions(row.questions),
})
const commonFields = (row: Unversioned<PublicOrder | PublicVacancy>) => ({
  kind: row.kind,
  currency_id: row.currency_id,
  language: row.language,
  is_remote: row.is_remote,
  status: row.status,
  placement_period: row.placement_period,
  is_published: row.is_published,
  is_paid: row.is_paid,
  is_archive: row.is_archive,
  is_active: row.is_active,
  is_urgent: row.is_urgent,
  resubmissions_left: row.resubmissions_left,
})

/** Its text comes last: cards tell it again by its other name, `subtitle`. */
export const orderFields = (row: Unversioned<PublicOrder>) =>
  ({
    common: {
      ...commonFields(row),
      response_stake: row.response_stake,
      payment_format: row.payment_format,
      format: row.job_type,
      required_experience: row.experience,
    },
    own: {
      ...ownFields(row),
      project_id: row.id,
      client_id: row.author_id,
      price: row.price,
      min_stake: row.min_stake,
      max_stake: row.max_stake,
      region: row.location,
      deadline: row.deadline,
      description: row.subtitle,
    },
  }) satisfies Fields

export const vacancyFields = (row: Unversioned<PublicVacancy>) =>
  ({
    common: {
      ...commonFields(row),
      work_format: row.payment_format,
      schedule: row.job_type,
      experience: row.experience,
      keep_open: row.keep_open,
    },
    own: {
      ...ownFields(row),
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
      location: row.location,
      hourly_rate: row.hourly_rate,
      response_price: row.response_price,
      vacancy_tags: row.tags,
    },
  }) satisfies Fields
