import { ListingsSection } from '#web/features/admin/queue/listings-section.tsx'

export default function AdminProjectsScreen() {
  return <ListingsSection key="order" kind="order" />
}
