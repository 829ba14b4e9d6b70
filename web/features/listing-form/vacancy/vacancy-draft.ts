import { limits } from '#contract/limits.ts'
import { currencyIds, type JobType, type PaymentFormat, paymentFormats } from '#contract/options.ts'
import type { InputOf } from '#web/client/http/api.ts'
import type { SharedDraft } from '#web/features/listing-form/draft/form-kind.ts'
import {
  changedFields,
  experienceOf,
  jobTypeOf,
  toInputAmount,
  toOption,
  workLanguageOf,
} from '#web/features/listing-form/draft/listing-draft.ts'
import { toQuestionDrafts, toQuestions } from '#web/features/listing-form/draft/question-draft.ts'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import type { Vacancy } from '#web/features/listings/types.ts'
import { vacancyTexts } from '#web/features/listings/vacancy-texts.ts'
import { nothing } from '#web/ui/select.tsx'

type TextField = (typeof vacancyTexts)[number]['field']
type Texts = Record<TextField, string>

/** Form values of a vacancy as typed. The value `nothing` stands for the empty option of a select. */
export type VacancyDraft = SharedDraft &
  Texts & {
    payment: PaymentFormat
    rate: string
    schedule: JobType
    location: string
    keepsOpen: boolean
  }

/** Builds an object with a value for each long text of a vacancy. */
const mapTexts = <T>(createValue: (field: TextField) => T) =>
  Object.fromEntries(vacancyTexts.map(({ field }) => [field, createValue(field)])) as Record<TextField, T>

export const emptyVacancy: VacancyDraft = {
  title: '',
  description: '',
  category: nothing,
  skills: [],
  payment: 'monthly',
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
  ...mapTexts(() => ''),
}

export function draftOf(vacancy: Vacancy): VacancyDraft {
  return {
    title: vacancy.title,
    description: vacancy.description,
    category: vacancy.category_id === null ? nothing : String(vacancy.category_id),
    skills: vacancy.skills,
    payment: paymentFormats.find((known) => known === vacancy.work_format) ?? 'monthly',
    rate: toInputAmount(vacancy.hourly_rate),
    currency: String(vacancy.currency_id),
    schedule: jobTypeOf(vacancy.schedule),
    experience: toOption(vacancy.experience),
    location: vacancy.location ?? '',
    language: toOption(vacancy.language),
    isRemote: vacancy.is_remote,
    isUrgent: vacancy.is_urgent,
    questions: toQuestionDrafts(vacancy.questions),
    period: String(vacancy.placement_period),
    keepsOpen: vacancy.keep_open,
    ...mapTexts((field) => vacancy[field] ?? ''),
  }
}

type Fields = NonNullable<InputOf<'PATCH /api/vacancy/:id'>['body']>

/** Converts form values to the API fields of a vacancy. An empty text becomes `null`. */
export function toApiFields(draft: VacancyDraft) {
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    category_id: Number(draft.category),
    work_format: draft.payment,
    hourly_rate: parseAmount(draft.rate),
    currency_id: Number(draft.currency),
    schedule: draft.schedule,
    experience: experienceOf(draft.experience),
    location: draft.location.trim() || null,
    language: workLanguageOf(draft.language),
    is_remote: draft.isRemote,
    is_urgent: draft.isUrgent,
    questions: toQuestions(draft.questions),
    placement_period: Number(draft.period),
    keep_open: draft.keepsOpen,
    skills: draft.skills,
    ...mapTexts((field) => draft[field].trim() || null),
  } satisfies Fields
}

export function changesOf(before: VacancyDraft, after: VacancyDraft): Fields {
  return changedFields<Fields>(toApiFields(before), toApiFields(after))
}

/** Names of the terms in the fold of the form that were changed, as keys of texts. */
const termNames = [
  ['skills', 'create.skills'],
  ['schedule', 'vacancy.schedule'],
  ['experience', 'filters.experience'],
  ['location', 'vacancy.location'],
  ['language', 'order.language'],
  ['isRemote', 'create.place'],
  ['isUrgent', 'vacancyForm.urgent'],
  ['keepsOpen', 'vacancyForm.keepsOpen'],
] as const

export function filledTerms(draft: VacancyDraft): string[] {
  const names = termNames
    .filter(([field]) => String(draft[field]) !== String(emptyVacancy[field]))
    .map(([, textKey]) => textKey)
  const hasTexts = vacancyTexts.some(({ field }) => draft[field] !== '')
  return hasTexts ? [...names, 'vacancyForm.details'] : names
}
