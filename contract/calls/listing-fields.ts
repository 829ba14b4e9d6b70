import { z } from 'zod'
import { limits } from '../limits.ts'
import { experience, jobTypes, paymentFormats, workLanguages } from '../options.ts'
import { Flag, ifGiven, Link, Moment, Money, name, orNothing, text } from './fields.ts'
import { ReferenceId } from './ids.ts'
import { Answers, Questions } from './question-fields.ts'

/** What authors write in an order or a vacancy. What is not sent keeps its value or the column's default. */

const experienceCode = z.enum(Object.keys(experience) as [keyof typeof experience])
const longText = orNothing(text(0, limits.vacancyText.max))

export const Tags = z.array(name(1, limits.tags.length)).max(limits.tags.count)

/** Days; only a period that has a tariff is sold. */
export const PlacementPeriod = z.coerce.number().int().min(1).max(limits.placementDays.max)

const SharedFields = z.object({
  title: name(limits.title.min, limits.title.max),
  category_id: ReferenceId,
  currency_id: ifGiven(ReferenceId),
  language: orNothing(z.enum(workLanguages)),
  is_remote: ifGiven(Flag),
  is_urgent: ifGiven(Flag),
  placement_period: ifGiven(PlacementPeriod),
  deadline: orNothing(Moment),
  tags: Tags,
  skills: z.array(name(1, limits.skills.length)).max(limits.skills.count),
  questions: Questions,
})

export const OrderFields = SharedFields.extend({
  subtitle: text(limits.description.min, limits.description.max),
  price: orNothing(Money),
  min_stake: orNothing(Money),
  max_stake: orNothing(Money),
  payment_format: orNothing(z.enum(paymentFormats)),
  format: orNothing(z.enum(jobTypes)),
  required_experience: orNothing(experienceCode),
  region: orNothing(text(0, 120)),
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
  hourly_rate: orNothing(Money),
  /** Stored for old clients; nobody is charged by it. */
  response_price: ifGiven(Money),
  work_format: orNothing(z.enum(paymentFormats)),
  schedule: orNothing(z.enum(jobTypes)),
  experience: orNothing(experienceCode),
  location: orNothing(text(0, 120)),
  /** The vacancy takes responses after somebody was chosen too. */
  keep_open: ifGiven(Flag),
}).partial()
export type VacancyFields = z.output<typeof VacancyFields>

export type ListingChanges = OrderFields | VacancyFields

/** What a freelancer writes; `response_type` 20 asks for a paid boost, which is charged after saving. */
export const ResponseFields = z.object({
  response_text: text(1, limits.responseText.max),
  price: orNothing(Money).optional(),
  currency: ifGiven(z.union([ReferenceId, text(1, 8)])),
  materials_link: orNothing(Link).optional(),
})
export const NewResponse = ResponseFields.extend({
  /** As Telegram names the client: decides how a boost is paid. */
  platform: z.string().max(32).optional(),
  response_type: z.coerce
    .number()
    .pipe(z.union([z.literal(20), z.literal(200)]))
    .default(200),
  with_resume: Flag.default(false),
  /** In the order of the questions of the listing. */
  answers: Answers.optional(),
})
export type NewResponse = z.output<typeof NewResponse>
