import { experience, type JobType, jobTypes, workLanguages } from '#contract/options.ts'
import { nothing } from '#web/ui/select.tsx'
import type { SharedDraft } from './form-kind.ts'

/** Steps between what stands in a form and what the contract sends. */

/** An amount as a person would type it. */
export const typed = (amount: number | null) => (amount === null ? '' : String(amount).replace('.', ','))

/** One of the known options, or null for the sentinel of a select. */
const oneOf =
  <T extends string>(options: readonly T[]) =>
  (value: string): T | null =>
    options.find((option) => option === value) ?? null

export const experienceOf = oneOf(Object.keys(experience) as (keyof typeof experience)[])
export const workLanguageOf = oneOf(workLanguages)
export const jobTypeOf = (value: string | null): JobType => oneOf(jobTypes)(value ?? '') ?? 'project'

export const optionOf = (value: string | null) => value ?? nothing

/** Only the fields that differ from what the listing had. */
export function differing<T extends object>(before: T, after: T): Partial<T> {
  const entries = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof T]),
  )
  return Object.fromEntries(entries) as Partial<T>
}

/** What a new listing takes from an old one: everything but a day that is over. */
export function copyOf<D extends SharedDraft>(draft: D): D {
  const isOver = 'deadline' in draft && String(draft.deadline) < dayOf(new Date())
  return isOver ? { ...draft, deadline: '' } : draft
}

/** A day as `<input type="date">` writes it, in the reader's zone. */
export function dayOf(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
