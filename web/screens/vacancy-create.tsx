import { vacancyKind } from '#web/features/listing-form/vacancy-kind.ts'
import { WriteListing } from '#web/features/listing-form/write-listing.tsx'

export default function VacancyCreateScreen() {
  return <WriteListing kind={vacancyKind} />
}
