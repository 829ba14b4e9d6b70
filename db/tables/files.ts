import type { Id, Time, WrittenAt } from './columns.ts'
import type { FilePurpose } from './states.ts'

export interface Files {
  id: Id
  owner_id: number
  purpose: FilePurpose
  /** Random key in the storage. */
  storage_key: string
  /** Images only. */
  thumbnail_key: string | null
  /** Name given by the person. */
  name: string
  /** Extension without dot, by the content. */
  file_format: string
  mime_type: string
  bytes: number
  /** Pictures only: pixels, and the mean colour as `#rrggbb`. */
  width: number | null
  height: number | null
  colour: string | null
  /** Attached to at most one of these; unattached files are deleted after a day. */
  listing_id: number | null
  response_id: number | null
  deal_step_id: number | null
  message_id: number | null
  /** A copy of a file of a support message. */
  support_message_id: number | null
  attached_at: Time | null
  deleted_at: Time | null
  created_at: WrittenAt
}
