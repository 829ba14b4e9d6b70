import { limits } from '#contract/limits.ts'
import { currencyIds, type JobType, type PaymentFormat } from '#contract/options.ts'
import type { InputOf } from '#web/client/api.ts'
import { readAmount } from '#web/features/listings/money.ts'
import type { Vacancy } from '#web/features/listings/types.ts'
import { vacancyTexts } from '#web/features/listings/vacancy-texts.ts'
import { nothing } from '#web/ui/select.tsx'
import type { SharedDraft } from './form-kind.ts'
import { differing, experienceOf, jobTypeOf, optionOf, typed, workLanguageOf } from './listing-draft.ts'
import { questionDrafts, questionsOf } from './question-draft.ts'

type TextField = (typeof vacancyTexts)[number]['field']
type Texts = Record<TextField, string>

/** The form as it is typed; `nothing` is the sentinel of a select. */
export type VacancyDraft = SharedDraft &
  Texts & {
    payment: PaymentFormat
    rate: string
    schedule: JobType
    location: string
    keepsOpen: boolean
  }

/** The long texts, each made from its field. */
const texts = <T>(make: (field: TextField) => T) =>
  Object.fromEntries(vacancyTexts.map(({ field }) => [field, make(field)])) as Record<TextField, T>

export const emptyVacancy: VacancyDraft = {
  title: '',
  description: '',
  category: nothing,
  skills: [],
  payment: 'fixed',
  rate: '',
  currency: String(currencyIds.RUB),
  schedule: 'full_day',
  experience: nothing,
  location: '',
  language: nothing,
  isRemote: false,
  isUrgent: false,
  questions: [],
  period: String(limits.placementDays.default),
  keepsOpen: false,
  ...texts(() => ''),
}

export function draftOf(vacancy: Vacancy): VacancyDraft {
  return {
    title: vacancy.title,
    description: vacancy.description,
    category: vacancy.category_id === null ? nothing : String(vacancy.category_id),
    skills: vacancy.skills,
    payment: vacancy.work_format === 'hourly' ? 'hourly' : 'fixed',
    rate: typed(vacancy.hourly_rate),
    currency: String(vacancy.currency_id),
    schedule: jobTypeOf(vacancy.schedule),
    experience: optionOf(vacancy.experience),
    location: vacancy.location ?? '',
    language: optionOf(vacancy.language),
    isRemote: vacancy.is_remote,
    isUrgent: vacancy.is_urgent,
    questions: questionDrafts(vacancy.questions),
    period: String(vacancy.placement_period),
    keepsOpen: vacancy.keep_open,
    ...texts((field) => vacancy[field] ?? ''),
  }
}

type Fields = NonNullable<InputOf<'PATCH /api/vacancy/:id'>['body']>

/** What goes to the server; an empty text is no text. */
export function fieldsOf(draft: VacancyDraft) {
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    category_id: Number(draft.category),
    work_format: draft.payment,
    hourly_rate: readAmount(draft.rate),
    currency_id: Number(draft.currency),
    schedule: draft.schedule,
    experience: experienceOf(draft.experience),
    location: draft.location.trim() || null,
    language: workLanguageOf(draft.language),
    is_remote: draft.isRemote,
    is_urgent: draft.isUrgent,
    questions: questionsOf(draft.questions),
    placement_period: Number(draft.period),
    keep_open: draft.keepsOpen,
    skills: draft.skills,
    ...texts((field) => draft[field].trim() || null),
  } satisfies Fields
}

export function changesOf(before: VacancyDraft, after: VacancyDraft): Fields {
  return differing<Fields>(fieldsOf(before), fieldsOf(after))
}
