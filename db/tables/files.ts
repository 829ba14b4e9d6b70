import type { Id, Time, WrittenAt } from './columns.ts'
import type { FilePurpose } from './states.ts'

export interface Files {
  id: Id
  owner_id: number
  purpose: FilePurpose
  /** Random name in the storage. */
  storage_key: string
  /** Images only. */
  thumbnail_key: string | null
  /** As the person called it. */
  name: string
  /** Extension without the dot, from the content. */
  file_format: string
  mime_type: string
  bytes: number
  /** Of pictures, in pixels, and the mean of their colours as `#rrggbb`. */
  width: number | null
  height: number | null
  colour: string | null
  /** Attached to at most one thing; unattached files are swept after a day. */
  listing_id: number | null
  response_id: number | null
  deal_step_id: number | null
  message_id: number | null
  /** A copy of what came with a message to or from the support. */
  support_message_id: number | null
  attached_at: Time | null
  deleted_at: Time | null
  created_at: WrittenAt
}
