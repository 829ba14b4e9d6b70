import { ListingsSection } from '#web/features/admin/listings-section.tsx'

export default function AdminVacanciesScreen() {
  return <ListingsSection key="vacancy" kind="vacancy" />
}
