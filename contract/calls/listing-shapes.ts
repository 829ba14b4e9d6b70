import { z } from 'zod'
import { declineReasons, endReasons, listingStatuses, responseFlags, responseStatuses } from '../lifecycle.ts'
import { thirds } from '../price-thirds.ts'
import { Deal } from './deal-shapes.ts'
import { AuthorRecord, Counterpart, PublicUser } from './people-shapes.ts'
import { SmallWork } from './profile-shapes.ts'
import { AskedQuestion } from './question-fields.ts'
import { Amount, Time } from './scalars.ts'
import { Currency, File, Ref } from './shapes.ts'

export const MyResponse = z.object({
  id: z.int(),
  status: z.enum(responseStatuses),
  place: z.int().nullable(),
  response_type: z.int(),
})

const Listing = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  category_id: z.int().nullable(),
  category: Ref.nullable(),
  currency_id: z.int(),
  currency: Currency.nullable(),
  language: z.string().nullable(),
  is_remote: z.boolean(),
  status: z.enum(listingStatuses),
  published_at: Time.nullable(),
  created_at: Time,
  expires_at: Time.nullable(),
  /** Days that a placement is bought for. */
  placement_period: z.int(),
  responses_count: z.int(),
  views_count: z.int(),
  executor_id: z.int().nullable(),
  executor: PublicUser.nullable(),
  author: Counterpart,
  tags: z.array(z.string()),
  skills: z.array(z.string()),
  files: z.array(File),
  is_favorite: z.boolean(),
  is_published: z.boolean(),
  is_paid: z.boolean(),
  is_archive: z.boolean(),
  is_active: z.boolean(),
  is_urgent: z.boolean(),
  is_responded: z.boolean(),
  my_response: MyResponse.nullable(),
  is_owner: z.boolean(),
  is_executor: z.boolean(),
  hidden_reason: z.string().nullable(),
  rejection_reason: z.string().nullable(),
  resubmissions_left: z.int(),
  /** Responses that its author has not looked at; 0 for anybody else. */
  new_responses: z.int(),
  /** The author has changed it and the public still sees the old version; false in lists. */
  is_edit_pending: z.boolean(),
  /** Until when the viewer may review the other side of finished work; null when they may not, and in lists. */
  review_until: Time.nullable(),
  /** What the viewer has written about the other side, until both sides' words are shown; null in lists. */
  own_review: z.object({ rating: z.int(), text: z.string().nullable(), shown_at: Time }).nullable(),
  /** How its author treats those who respond; null in lists. */
  author_record: AuthorRecord.nullable(),
  /** What everybody who responds is asked. */
  questions: z.array(AskedQuestion),
  /** Why the personal collection shows it; null elsewhere. */
  reason: z.string().nullable(),
  /** What else speaks for it there. */
  why: z
    .object({
      skill: z.string().nullable(),
      answer_minutes: z.int().nullable(),
      is_first: z.boolean(),
      is_well_paid: z.boolean(),
    })
    .nullable(),
})

/** One response; `project_id` or `vacancy_id` by the listing's kind. */
export const Response = z.object({
  id: z.int(),
  response_id: z.int(),
  user: PublicUser,
  /** The first pictures of the person's portfolio. */
  works: z.array(SmallWork),
  /** Theirs, in the order of writing. */
  skills: z.array(z.string()),
  author_id: z.int(),
  project_id: z.int().nullable(),
  vacancy_id: z.int().nullable(),
  response_text: z.string(),
  materials_link: z.string().nullable(),
  currency: Currency.nullable(),
  price: Amount.nullable(),
  response_type: z.int(),
  created_at: Time,
  files: z.array(File),
  with_file: z.boolean(),
  with_resume: z.boolean(),
  is_archive: z.boolean(),
  status: z.enum(responseStatuses),
  /** Why it ended; null while it goes on, and for old ones. */
  end_reason: z.enum(endReasons).nullable(),
  /** What its author was told of a refusal, where the author said why. */
  decline_reason: z.enum(declineReasons).nullable(),
  place: z.int().nullable(),
  /** To its sender alone: where its price stood when it was sent, and among how many. */
  price_third: z.enum(thirds).nullable(),
  price_among: z.int().nullable(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** What is noticed about its text: it is shown folded. Null once its author has said that nothing is wrong. */
  flag: z.enum(responseFlags).nullable(),
  /** Of a copy: how much was said before in percent, and whether by the same person. */
  flag_share: z.int().nullable(),
  is_own_copy: z.boolean().nullable(),
})

/** In lists `responses`, `chats`, `files` and the steps of `deal` stay empty: they belong to the full page. */
export const Order = Listing.extend({
  project_id: z.int(),
  client_id: z.int(),
  subtitle: z.string(),
  description: z.string(),
  price: Amount.nullable(),
  min_stake: Amount.nullable(),
  max_stake: Amount.nullable(),
  response_stake: Amount.nullable(),
  payment_format: z.string().nullable(),
  format: z.string().nullable(),
  required_experience: z.string().nullable(),
  region: z.string().nullable(),
  deadline: Time.nullable(),
  /** Paid places at the top that are still free; 0 where boosts are not offered. */
  boost_slots_free: z.int(),
  /** The place that the next boost gets; null when none is free. */
  boost_place: z.int().nullable(),
  /** For the two sides of the work; null for everybody else, and before the choice. */
  deal: Deal.nullable(),
  responses: z.array(Response),
  chats: z.array(z.object({ id: z.int() })),
})

export const Vacancy = Listing.extend({
  vacancy_id: z.int(),
  vacancies_id: z.int(),
  author_id: z.int(),
  description: z.string(),
  requirements: z.string().nullable(),
  responsibilities: z.string().nullable(),
  additional_info: z.string().nullable(),
  conditions: z.string().nullable(),
  work_conditions: z.string().nullable(),
  important_info: z.string().nullable(),
  important_notes: z.string().nullable(),
  nice_to_have: z.string().nullable(),
  mandatory_tasks: z.string().nullable(),
  work_format: z.string().nullable(),
  schedule: z.string().nullable(),
  experience: z.string().nullable(),
  location: z.string().nullable(),
  hourly_rate: Amount.nullable(),
  response_price: Amount.nullable(),
  /** The vacancy takes responses after somebody was chosen too. */
  keep_open: z.boolean(),
  vacancy_tags: z.array(z.string()),
  responses: z.array(Response),
  chats: z.array(z.object({ id: z.int() })),
})

export const OwnResponse = Response.extend({
  item_status: z.enum(listingStatuses),
  project: Order.nullable(),
  vacancy: Vacancy.nullable(),
})

/** An open listing that is like another one. */
export const NearListing = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  price: Amount.nullable(),
  min_stake: Amount.nullable(),
  max_stake: Amount.nullable(),
  currency: Currency.nullable(),
  responses_count: z.int(),
})

/** An own response with the moment of each step, and what is like its listing once it has ended. */
export const ResponseStory = OwnResponse.extend({
  seen_at: Time.nullable(),
  shortlisted_at: Time.nullable(),
  ended_at: Time.nullable(),
  /** A boost that nobody saw came back as a free one. */
  is_boost_returned: z.boolean(),
  similar: z.array(NearListing),
  similar_count: z.int(),
})
