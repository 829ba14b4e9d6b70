import { ListingsSection } from '#web/features/admin/listings-section.tsx'

export default function AdminProjectsScreen() {
  return <ListingsSection key="order" kind="order" />
}
