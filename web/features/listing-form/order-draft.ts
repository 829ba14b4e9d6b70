import { readBegunOrder } from '#contract/begun-order.ts'
import { limits } from '#contract/limits.ts'
import { currencyIds, type JobType, type PaymentFormat } from '#contract/options.ts'
import type { InputOf } from '#web/client/api.ts'
import { readAmount } from '#web/features/listings/money.ts'
import type { Order } from '#web/features/listings/types.ts'
import { nothing } from '#web/ui/select.tsx'
import type { Beginning, SharedDraft } from './form-kind.ts'
import {
  dayOf,
  differing,
  experienceOf,
  jobTypeOf,
  optionOf,
  typed,
  workLanguageOf,
} from './listing-draft.ts'
import { questionDrafts, questionsOf } from './question-draft.ts'

/** The form as it is typed; `nothing` is the sentinel of a select. */
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
    price: typed(order.price),
    from: typed(order.min_stake),
    to: typed(order.max_stake),
    currency: String(order.currency_id),
    deadline: order.deadline ? dayOf(new Date(order.deadline)) : '',
    format: jobTypeOf(order.format),
    experience: optionOf(order.required_experience),
    region: order.region ?? '',
    language: optionOf(order.language),
    isRemote: order.is_remote,
    isUrgent: order.is_urgent,
    questions: questionDrafts(order.questions),
    period: String(order.placement_period),
  }
}

/** What the bot understood of a message. A fixed price is one sum, so of a range it is the upper. */
export function readSaid(said: string): Beginning<OrderDraft> | null {
  const order = readBegunOrder(said)
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
    price: isHourly ? '' : typed(max ?? min),
    from: isHourly ? typed(min) : '',
    to: isHourly ? typed(max) : '',
    currency: currency_id === null ? emptyOrder.currency : String(currency_id),
    deadline: order.deadline ?? '',
    isRemote: order.is_remote,
    isUrgent: order.is_urgent,
  }
  return { name: `message:${order.message_id}`, draft, isSaid: true }
}

type Fields = NonNullable<InputOf<'PATCH /api/projects/:id'>['body']>

/** What goes to the server. A fixed price is one sum; an hourly one a range. */
export function fieldsOf(draft: OrderDraft) {
  const isHourly = draft.payment === 'hourly'
  return {
    title: draft.title.trim(),
    subtitle: draft.description.trim(),
    category_id: Number(draft.category),
    payment_format: draft.payment,
    price: isHourly ? null : readAmount(draft.price),
    min_stake: isHourly ? readAmount(draft.from) : null,
    max_stake: isHourly ? readAmount(draft.to) : null,
    currency_id: Number(draft.currency),
    format: draft.format,
    required_experience: experienceOf(draft.experience),
    region: draft.region.trim() || null,
    language: workLanguageOf(draft.language),
    is_remote: draft.isRemote,
    is_urgent: draft.isUrgent,
    questions: questionsOf(draft.questions),
    placement_period: Number(draft.period),
    deadline: draft.deadline || null,
    skills: draft.skills,
  } satisfies Fields
}

export function changesOf(before: OrderDraft, after: OrderDraft): Fields {
  return differing<Fields>(fieldsOf(before), fieldsOf(after))
}
