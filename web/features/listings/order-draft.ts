import type { JobType, PaymentFormat } from '#contract/options.ts'
import { currencyIds } from '#contract/options.ts'
import type { InputOf } from '#web/api.ts'
import { nothing } from '#web/ui/select.tsx'
import { readAmount } from './money.ts'
import type { Order } from './types.ts'

/** The form as it is typed; `nothing` is the sentinel of a select. */
export type OrderDraft = {
  title: string
  subtitle: string
  category: string
  skills: string[]
  payment: PaymentFormat
  price: string
  from: string
  to: string
  currency: string
  deadline: string
  format: JobType
  experience: string
  region: string
  language: string
}

export const emptyOrder: OrderDraft = {
  title: '',
  subtitle: '',
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
}

const typed = (amount: number | null) => (amount === null ? '' : String(amount).replace('.', ','))
const chosen = (value: string) => (value === nothing ? null : value)

export function draftOf(order: Order): OrderDraft {
  return {
    title: order.title,
    subtitle: order.subtitle,
    category: order.category_id === null ? nothing : String(order.category_id),
    skills: order.tags,
    payment: order.payment_format === 'hourly' ? 'hourly' : 'fixed',
    price: typed(order.price),
    from: typed(order.min_stake),
    to: typed(order.max_stake),
    currency: String(order.currency_id),
    deadline: order.deadline ? dayOf(new Date(order.deadline)) : '',
    format: (order.format as JobType) ?? 'project',
    experience: order.required_experience ?? nothing,
    region: order.region ?? '',
    language: order.language ?? nothing,
  }
}

type Fields = NonNullable<InputOf<'PATCH /api/projects/:id'>['body']>

/** What goes to the server. A fixed price is one sum; an hourly one a range. */
export function fieldsOf(draft: OrderDraft) {
  const isHourly = draft.payment === 'hourly'
  return {
    title: draft.title.trim(),
    subtitle: draft.subtitle.trim(),
    category_id: Number(draft.category),
    payment_format: draft.payment,
    price: isHourly ? null : readAmount(draft.price),
    min_stake: isHourly ? readAmount(draft.from) : null,
    max_stake: isHourly ? readAmount(draft.to) : null,
    currency_id: Number(draft.currency),
    format: draft.format,
    required_experience: chosen(draft.experience) as Fields['required_experience'],
    region: draft.region.trim() || null,
    language: chosen(draft.language) as Fields['language'],
    deadline: draft.deadline || null,
    tags: draft.skills,
  } satisfies Fields
}

/** Only the fields that differ from what the order had. */
export function changesOf(before: OrderDraft, after: OrderDraft): Fields {
  const old = fieldsOf(before)
  const entries = Object.entries(fieldsOf(after)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key as keyof typeof old]),
  )
  return Object.fromEntries(entries)
}

/** A day as `<input type="date">` writes it, in the reader's zone. */
export function dayOf(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
