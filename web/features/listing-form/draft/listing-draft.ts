import { experience, type JobType, jobTypes, workLanguages } from '#contract/options.ts'
import { nothing } from '#web/ui/select.tsx'
import type { SharedDraft } from './form-kind.ts'

/** Conversions between form values and API fields. */

/** An amount as the user would type it. */
export const toInputAmount = (amount: number | null) =>
  amount === null ? '' : String(amount).replace('.', ',')

/** The option equal to the value; `null` for the empty option of a select. */
const oneOf =
  <T extends string>(options: readonly T[]) =>
  (value: string): T | null =>
    options.find((option) => option === value) ?? null

export const experienceOf = oneOf(Object.keys(experience) as (keyof typeof experience)[])
export const workLanguageOf = oneOf(workLanguages)
export const jobTypeOf = (value: string | null): JobType => oneOf(jobTypes)(value ?? '') ?? 'project'

export const toOption = (value: string | null) => value ?? nothing

/** The fields that differ from the listing before the edit. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const entries = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof T]),
  )
  return Object.fromEntries(entries) as Partial<T>
}

/** Values for a copy of a listing; a deadline in the past is cleared. */
export function draftForCopy<D extends SharedDraft>(draft: D): D {
  const isPast = 'deadline' in draft && String(draft.deadline) < toDateInput(new Date())
  return isPast ? { ...draft, deadline: '' } : draft
}

/** Date for `<input type="date">`, in the user's time zone. */
export function toDateInput(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
