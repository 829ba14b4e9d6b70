import { ListingsSection } from '#web/features/admin/queue/listings-section.tsx'

export default function AdminVacanciesScreen() {
  return <ListingsSection key="vacancy" kind="vacancy" />
}
