import { api } from '#web/client/http/api.ts'
import type { ListingFormKind } from '#web/features/listing-form/draft/form-kind.ts'
import { WriteListing } from '#web/features/listing-form/page/write-listing.tsx'
import {
  changesOf,
  draftOf,
  emptyVacancy,
  toApiFields,
  type VacancyDraft,
} from '#web/features/listing-form/vacancy/vacancy-draft.ts'
import { VacancyFields } from '#web/features/listing-form/vacancy/vacancy-fields.tsx'
import { vacancy } from '#web/features/listings/queries.ts'
import type { Vacancy } from '#web/features/listings/types.ts'

const vacancyKind: ListingFormKind<VacancyDraft, Vacancy> = {
  kind: 'vacancy',
  empty: emptyVacancy,
  Fields: VacancyFields,
  page: (id) => vacancy(id),
  draftOf,
  create: (draft, file_ids) =>
    api('POST /api/vacancy/create', { body: { vacancy: toApiFields(draft), file_ids } }),
  edit: (id, before, after) => {
    const body = changesOf(before, after)
    return Object.keys(body).length > 0 ? api('PATCH /api/vacancy/:id', { params: { id }, body }) : null
  },
  assign: (id, vacancy_id) => api('PUT /api/files/assign-vacancy', { body: { id, vacancy_id } }),
  words: {
    create: 'create.vacancy',
    edit: 'create.editVacancy',
    saved: 'create.savedVacancy',
    resubmitted: 'create.resubmittedVacancy',
    next: 'create.nextVacancy',
    failed: 'create.failedVacancy',
    note: 'vacancyForm.payNote',
  },
}

export default function VacancyCreateScreen() {
  return <WriteListing kind={vacancyKind} />
}
