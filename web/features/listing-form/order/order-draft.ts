import { readPrefilledOrder } from '#contract/begun-order.ts'
import { limits } from '#contract/limits.ts'
import { currencyIds, type JobType, type PaymentFormat } from '#contract/options.ts'
import type { InputOf } from '#web/client/http/api.ts'
import type { InitialDraft, SharedDraft } from '#web/features/listing-form/draft/form-kind.ts'
import {
  changedFields,
  experienceOf,
  jobTypeOf,
  toDateInput,
  toInputAmount,
  toOption,
  workLanguageOf,
} from '#web/features/listing-form/draft/listing-draft.ts'
import { toQuestionDrafts, toQuestions } from '#web/features/listing-form/draft/question-draft.ts'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import type { Order } from '#web/features/listings/types.ts'
import { nothing } from '#web/ui/select.tsx'

/** Form values of an order as typed. The value `nothing` stands for the empty option of a select. */
export type OrderDraft = SharedDraft & {
  payment: PaymentFormat
  price: string
  from: string
  to: string
  deadline: string
  format: JobType
  region: string
}

export const emptyOrder: OrderDraft = {
  title: '',
  description: '',
  category: nothing,
  skills: [],
  payment: 'fixed',
  price: '',
  from: '',
  to: '',
  currency: String(currencyIds.RUB),
  deadline: '',
  format: 'project',
  experience: nothing,
  region: '',
  language: nothing,
  isRemote: true,
  isUrgent: false,
  questions: [],
  period: String(limits.placementDays.default),
}

export function draftOf(order: Order): OrderDraft {
  return {
    title: order.title,
    description: order.subtitle,
    category: order.category_id === null ? nothing : String(order.category_id),
    skills: order.skills,
    payment: order.payment_format === 'hourly' ? 'hourly' : 'fixed',
    price: toInputAmount(order.price),
    from: toInputAmount(order.min_stake),
    to: toInputAmount(order.max_stake),
    currency: String(order.currency_id),
    deadline: order.deadline ? toDateInput(new Date(order.deadline)) : '',
    format: jobTypeOf(order.format),
    experience: toOption(order.required_experience),
    region: order.region ?? '',
    language: toOption(order.language),
    isRemote: order.is_remote,
    isUrgent: order.is_urgent,
    questions: toQuestionDrafts(order.questions),
    period: String(order.placement_period),
  }
}

/**
 * Reads the order that the bot composed from a chat message. If the message names a price range, a fixed price is the
 * upper end.
 */
export function readMessageLink(encodedOrder: string): InitialDraft<OrderDraft> | null {
  const order = readPrefilledOrder(encodedOrder)
  if (!order) return null
  const { title, description, payment, min, max, currency_id, skills } = order
  const isHourly = payment === 'hourly'
  const draft = {
    ...emptyOrder,
    title,
    description,
    skills,
    payment,
    category: String(order.category_id),
    price: isHourly ? '' : toInputAmount(max ?? min),
    from: isHourly ? toInputAmount(min) : '',
    to: isHourly ? toInputAmount(max) : '',
    currency: currency_id === null ? emptyOrder.currency : String(currency_id),
    deadline: order.deadline ?? '',
    isRemote: order.is_remote,
    isUrgent: order.is_urgent,
  }
  return { name: `message:${order.message_id}`, draft, isFromMessage: true }
}

type Fields = NonNullable<InputOf<'PATCH /api/projects/:id'>['body']>

/** Converts form values to the API fields of an order. A fixed price is one amount, an hourly price is a range. */
export function toApiFields(draft: OrderDraft) {
  const isHourly = draft.payment === 'hourly'
  return {
    title: draft.title.trim(),
    subtitle: draft.description.trim(),
    category_id: Number(draft.category),
    payment_format: draft.payment,
    price: isHourly ? null : parseAmount(draft.price),
    min_stake: isHourly ? parseAmount(draft.from) : null,
    max_stake: isHourly ? parseAmount(draft.to) : null,
    currency_id: Number(draft.currency),
    format: draft.format,
    required_experience: experienceOf(draft.experience),
    region: draft.region.trim() || null,
    language: workLanguageOf(draft.language),
    is_remote: draft.isRemote,
    is_urgent: draft.isUrgent,
    questions: toQuestions(draft.questions),
    placement_period: Number(draft.period),
    deadline: draft.deadline || null,
    skills: draft.skills,
  } satisfies Fields
}

export function changesOf(before: OrderDraft, after: OrderDraft): Fields {
  return changedFields<Fields>(toApiFields(before), toApiFields(after))
}
