import { WriteListing } from '#web/features/listing-form/page/write-listing.tsx'
import { vacancyKind } from '#web/features/listing-form/vacancy/vacancy-kind.ts'

export default function VacancyCreateScreen() {
  return <WriteListing kind={vacancyKind} />
}
