import { z } from 'zod'
import {
  audiences,
  declineReasons,
  endReasons,
  listingStatuses,
  responseFlags,
  responseStatuses,
} from '../lifecycle.ts'
import { thirds } from '../price-thirds.ts'
import { requestStates } from '../service-requests.ts'
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
  /** `private`: an order of a service, which its two sides and the staff alone see. */
  audience: z.enum(audiences),
  /** State of the request that a private order is; null for a public listing. */
  request_state: z.enum(requestStates).nullable(),
  /** Unit of the price of a private order if it is neither the whole project nor an hour; null otherwise. */
  price_unit: z.string().nullable(),
  published_at: Time.nullable(),
  created_at: Time,
  expires_at: Time.nullable(),
  /** Days of the placement. */
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
  /** Number of responses that the author has not seen; 0 for other viewers. */
  new_responses: z.int(),
  /** True if an edit waits for review, so that the public sees the old version; false in lists. */
  is_edit_pending: z.boolean(),
  /**
   * Time until which the viewer may write a review about finished work. Null if the viewer may not write one, and in
   * lists.
   */
  review_until: Time.nullable(),
  /** Review that the viewer wrote, until it becomes public; null in lists. */
  own_review: z.object({ rating: z.int(), text: z.string().nullable(), shown_at: Time }).nullable(),
  /** Numbers of people invited to the listing and of those who responded, for its author; null in lists. */
  invitations: z.object({ invited: z.int(), responded: z.int() }).nullable(),
  /**
   * Roubles that the author gets back for a rejected listing. Null for other listings, in lists, for other viewers, and
   * if a credit or Stars paid.
   */
  refund_price: Amount.nullable(),
  /** How the author usually deals with responses; null in lists. */
  author_record: AuthorRecord.nullable(),
  /** Questions of the author to every respondent. */
  questions: z.array(AskedQuestion),
  /** Reason why the listing is recommended to the viewer; null outside the personal collection. */
  reason: z.string().nullable(),
  /** Further reasons why the listing is recommended to the viewer. */
  why: z
    .object({
      skill: z.string().nullable(),
      answer_minutes: z.int().nullable(),
      is_first: z.boolean(),
      is_well_paid: z.boolean(),
    })
    .nullable(),
})

/** A response to a listing. `project_id` is set for an order, `vacancy_id` for a vacancy. */
export const Response = z.object({
  id: z.int(),
  response_id: z.int(),
  user: PublicUser,
  /** First pictures of the person's portfolio. */
  works: z.array(SmallWork),
  /** Skills of the person, in the order they were added. */
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
  /**
   * Reason why the response ended. Null for an active response, and for a response that ended before reasons were
   * stored.
   */
  end_reason: z.enum(endReasons).nullable(),
  /** Reason that the author gave for declining the response; null without a reason. */
  decline_reason: z.enum(declineReasons).nullable(),
  place: z.int().nullable(),
  /** Shows whether the price was in the lowest, middle or highest third of all prices when the response was sent. */
  price_third: z.enum(thirds).nullable(),
  /** Number of the prices that `price_third` compares. Both fields are shown to the sender only. */
  price_among: z.int().nullable(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  /**
   * Finding of the automatic check of the response's text. A text with a finding is shown collapsed. Null if the
   * listing's author marked the finding as harmless.
   */
  flag: z.enum(responseFlags).nullable(),
  /** For a copied text: copied share in percent, and whether it was copied from the sender's own earlier response. */
  flag_share: z.int().nullable(),
  is_own_copy: z.boolean().nullable(),
})

/**
 * An order. In lists `responses`, `chats`, `files` and the steps of `deal` are empty; only the order's page has them.
 */
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
  /** Number of free places for boosted responses at the top; 0 if the order offers no boosts. */
  boost_slots_free: z.int(),
  /** Place that the next boosted response would get; null if all places are taken. */
  boost_place: z.int().nullable(),
  /** True if the viewer's boost waits for its payment; false in lists. */
  is_boost_pending: z.boolean(),
  /** Deal of the order, shown to the client and the chosen freelancer; null for others, and before one is chosen. */
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
  /** True if the vacancy still takes responses after an executor is chosen. */
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

/** An open listing that is similar to a given listing. */
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

/**
 * A response of the caller, with the time of each of its steps. After the response has ended, the reply also contains
 * similar listings.
 */
export const ResponseStory = OwnResponse.extend({
  seen_at: Time.nullable(),
  shortlisted_at: Time.nullable(),
  ended_at: Time.nullable(),
  /** True if the sender got a free boost back, because the listing's author never saw the boosted response. */
  is_boost_returned: z.boolean(),
  similar: z.array(NearListing),
  similar_count: z.int(),
})
