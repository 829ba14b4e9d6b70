import { useQuery } from '@tanstack/react-query'
import { query } from '#web/client/query.ts'
import type { Task } from '#web/features/admin/frame/queries.ts'
import { OrderFiles } from '#web/features/listing-page/order-sections.tsx'

/** Attachments of the listing: pictures are displayed, other files are downloads. */
export function ReviewFiles({ task: { kind, listing_id, subject } }: { task: Task }) {
  const call = kind === 'vacancy' ? 'GET /api/vacancy/:id/files' : 'GET /api/projects/:id/files'
  const files = useQuery({
    ...query(call, { params: { id: listing_id ?? 0 } }),
    enabled: listing_id !== null && subject !== 'report',
  }).data
  return files && files.length > 0 ? <OrderFiles files={files} /> : null
}
