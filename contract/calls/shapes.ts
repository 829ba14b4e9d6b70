import { z } from 'zod'
import { listingStatuses, paymentStates, responseStatuses } from '../lifecycle.ts'
import { profileDetails } from './profile-shapes.ts'

/**
 * The entities as they stand on the wire. Times are ISO 8601 in UTC, amounts numbers in major units with at
 * most two decimals, missing values null, missing lists empty.
 */

const Time = z.string()
const Amount = z.number()

export const Done = z.object({ ok: z.literal(true) })

export const Category = z.object({
  id: z.int(),
  name: z.string(),
  name_ru: z.string(),
  name_en: z.string(),
  parent_id: z.int().nullable(),
})
export const CategoryTree = Category.extend({ children: z.array(Category) })

export const Currency = z.object({
  id: z.int(),
  code: z.string(),
  symbol: z.string(),
  name: z.string(),
  icon_url: z.string().nullable(),
  /** Roubles for one unit; null when the rate is older than a week. */
  rate_to_base: z.number().nullable(),
  rate_date: z.string().nullable(),
})

export const Terms = z.object({ id: z.int(), name: z.string(), description: z.string() })

export const File = z.object({
  id: z.int(),
  file_url: z.string(),
  thumbnail_url: z.string().nullable(),
  file_format: z.string(),
  name: z.string(),
  size: z.int(),
})

export const Ref = z.object({ id: z.int(), name: z.string() })

/** A person as everybody may see them: no contacts, no Telegram id. */
export const PublicUser = z.object({
  id: z.int(),
  full_name: z.string(),
  avatar_url: z.string().nullable(),
  photo_url: z.string().nullable(),
  logo_url: z.string().nullable(),
  rating: z.number().nullable(),
  rating_count: z.int(),
  orders_count: z.int(),
  completed_count: z.int(),
  posted_count: z.int(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  description: z.string().nullable(),
  category_id: z.int().nullable(),
  category: Ref.nullable(),
  years_of_experience: z.int().nullable(),
  is_verified: z.boolean(),
  is_free: z.boolean(),
  is_client: z.boolean(),
  is_contractor: z.boolean(),
  created_at: Time,
})

/** A person in a list of people, with what a card shows. */
export const ListedUser = PublicUser.extend({
  is_favorite: z.boolean(),
  is_only_remote: z.boolean(),
  /** Names only, in the order of writing. */
  skills: z.array(z.string()),
  /** The cheapest of the services that name a price. */
  price_from: z.object({ amount: Amount, currency_id: z.int() }).nullable(),
})

/** Somebody's profile; contacts are null unless the viewer may have them. */
export const Profile = PublicUser.extend({
  ...profileDetails,
  is_favorite: z.boolean(),
  username: z.string().nullable(),
  telegram_link: z.string().nullable(),
  currency_id: z.int(),
  currency: Currency.nullable(),
  /** The viewer does not want to meet this person. */
  is_blocked: z.boolean(),
})

/** The session's own person. */
export const OwnUser = Profile.extend({
  telegram_id: z.int(),
  ui_language: z.enum(['ru', 'en']),
  role: z.enum(['user', 'moderator', 'admin']),
  is_notify_new_order: z.boolean(),
  is_notify_new_messages: z.boolean(),
  is_notify_hot_orders: z.boolean(),
  is_only_remote: z.boolean(),
  is_price_conversion: z.boolean(),
  is_focus_group: z.boolean(),
  /** The resume's file, so that its owner can take it away by `DELETE /api/files/delete`. */
  user_resume_file_id: z.int().nullable(),
  /** The file of the own picture, likewise. */
  user_logo_file_id: z.int().nullable(),
  can_write: z.boolean(),
})

/** The other side of an assignment also sees how to reach the person. */
export const Counterpart = PublicUser.extend({ telegram_link: z.string().nullable() })

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
  status: z.enum(listingStatuses as [string, ...string[]]),
  published_at: Time.nullable(),
  created_at: Time,
  expires_at: Time.nullable(),
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
  /** Why the personal collection shows it; null elsewhere. */
  reason: z.string().nullable(),
})

/** One response; `project_id` or `vacancy_id` by the listing's kind. */
export const Response = z.object({
  id: z.int(),
  response_id: z.int(),
  user: PublicUser,
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
  place: z.int().nullable(),
})

/** In lists `responses`, `chats` and `files` stay empty: they belong to the full page. */
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
  placement_period: z.int(),
  /** Paid places at the top that are still free; 0 where boosts are not offered. */
  boost_slots_free: z.int(),
  /** The place that the next boost gets; null when none is free. */
  boost_place: z.int().nullable(),
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
  /** Responses stay welcome after somebody was chosen. */
  keep_open: z.boolean(),
  vacancy_tags: z.array(z.string()),
  responses: z.array(Response),
  chats: z.array(z.object({ id: z.int() })),
})

export const OwnResponse = Response.extend({
  item_status: z.string(),
  project: Order.nullable(),
  vacancy: Vacancy.nullable(),
})

export const Invoice = z.object({
  payment_url: z.string(),
  url: z.string(),
  invoice_id: z.int(),
  amount: Amount,
  currency: z.string(),
  expires_at: Time,
  state: z.enum(paymentStates),
})

export const Pagination = z.object({
  page: z.int(),
  per_page: z.int(),
  /** Exact up to the cap; `is_capped` tells when there are more. */
  total: z.int(),
  pages: z.int(),
  is_capped: z.boolean(),
  /** Continues lists of orders and vacancies; null at their end. */
  next_cursor: z.string().nullable().optional(),
})

export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), pagination: Pagination })
}
