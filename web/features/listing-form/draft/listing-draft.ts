import { experience, type JobType, jobTypes, workLanguages } from '#contract/options.ts'
import { nothing } from '#web/ui/select.tsx'
import type { SharedDraft } from './form-kind.ts'

/** Conversions between form values and API fields. */

/** Returns an amount as the user would type it. */
export const toInputAmount = (amount: number | null) =>
  amount === null ? '' : String(amount).replace('.', ',')

/** Returns a function that finds the option equal to a value. It returns `null` for the empty option of a select. */
const oneOf =
  <T extends string>(options: readonly T[]) =>
  (value: string): T | null =>
    options.find((option) => option === value) ?? null

export const experienceOf = oneOf(Object.keys(experience) as (keyof typeof experience)[])
export const workLanguageOf = oneOf(workLanguages)
export const jobTypeOf = (value: string | null): JobType => oneOf(jobTypes)(value ?? '') ?? 'project'

export const toOption = (value: string | null) => value ?? nothing

/** Returns the fields that differ from the values before the edit. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const entries = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof T]),
  )
  return Object.fromEntries(entries) as Partial<T>
}

/** Returns the form values for a copy of a listing. A deadline in the past is cleared. */
export function draftForCopy<D extends SharedDraft>(draft: D): D {
  const isPast = 'deadline' in draft && String(draft.deadline) < toDateInput(new Date())
  return isPast ? { ...draft, deadline: '' } : draft
}

/** Formats a date for `<input type="date">`, in the user's time zone. */
export function toDateInput(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
