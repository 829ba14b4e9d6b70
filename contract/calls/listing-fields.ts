import { z } from 'zod'
import { limits } from '../limits.ts'
import { experience, jobTypes, orderPayments, paymentFormats, workLanguages } from '../options.ts'
import { emptyAsNull, emptyAsUnchanged, Flag, Link, Money, name, TimeOrDate, text } from './fields.ts'
import { ReferenceId } from './ids.ts'
import { Answers, Questions } from './question-fields.ts'

/**
 * Fields of an order or a vacancy. In an edit, an omitted field keeps its value. On creation, an omitted field gets its
 * default value.
 */

const experienceCode = z.enum(Object.keys(experience) as [keyof typeof experience])
const longText = emptyAsNull(text(0, limits.vacancyText.max))

export const Tags = z.array(name(1, limits.tags.length)).max(limits.tags.count)

/** Length of a placement in days. Only lengths that have a tariff are sold. */
export const PlacementPeriod = z.coerce.number().int().min(1).max(limits.placementDays.max)

const SharedFields = z.object({
  title: name(limits.title.min, limits.title.max),
  category_id: ReferenceId,
  currency_id: emptyAsUnchanged(ReferenceId),
  language: emptyAsNull(z.enum(workLanguages)),
  is_remote: emptyAsUnchanged(Flag),
  is_urgent: emptyAsUnchanged(Flag),
  placement_period: emptyAsUnchanged(PlacementPeriod),
  deadline: emptyAsNull(TimeOrDate),
  tags: Tags,
  skills: z.array(name(1, limits.skills.length)).max(limits.skills.count),
  questions: Questions,
})

export const OrderFields = SharedFields.extend({
  subtitle: text(limits.description.min, limits.description.max),
  price: emptyAsNull(Money),
  min_stake: emptyAsNull(Money),
  max_stake: emptyAsNull(Money),
  payment_format: emptyAsNull(z.enum(orderPayments)),
  format: emptyAsNull(z.enum(jobTypes)),
  required_experience: emptyAsNull(experienceCode),
  region: emptyAsNull(text(0, 120)),
}).partial()
export type OrderFields = z.output<typeof OrderFields>

export const VacancyFields = SharedFields.extend({
  description: text(limits.description.min, limits.description.max),
  requirements: longText,
  responsibilities: longText,
  additional_info: longText,
  conditions: longText,
  work_conditions: longText,
  important_info: longText,
  important_notes: longText,
  nice_to_have: longText,
  mandatory_tasks: longText,
  hourly_rate: emptyAsNull(Money),
  /** Price of a response, stored only for old clients. Nobody is charged this price. */
  response_price: emptyAsUnchanged(Money),
  work_format: emptyAsNull(z.enum(paymentFormats)),
  schedule: emptyAsNull(z.enum(jobTypes)),
  experience: emptyAsNull(experienceCode),
  location: emptyAsNull(text(0, 120)),
  /** True if the vacancy still takes responses after an executor is chosen. */
  keep_open: emptyAsUnchanged(Flag),
}).partial()
export type VacancyFields = z.output<typeof VacancyFields>

export type ListingChanges = OrderFields | VacancyFields

/**
 * Fields of a response to an order or vacancy. `response_type` 20 asks for a boost, which is charged after the response
 * is saved.
 */
export const ResponseFields = z.object({
  response_text: text(1, limits.responseText.max),
  price: emptyAsNull(Money).optional(),
  currency: emptyAsUnchanged(z.union([ReferenceId, text(1, 8)])),
  materials_link: emptyAsNull(Link).optional(),
})
export const NewResponse = ResponseFields.extend({
  /** Name of the Telegram client, which decides how a boost is paid. */
  platform: z.string().max(32).optional(),
  response_type: z.coerce
    .number()
    .pipe(z.union([z.literal(20), z.literal(200)]))
    .default(200),
  with_resume: Flag.default(false),
  /** Answers in the order of the listing's questions. */
  answers: Answers.optional(),
})
export type NewResponse = z.output<typeof NewResponse>
