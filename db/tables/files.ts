import type { Id, Time, WrittenAt } from './columns.ts'
import type { FilePurpose } from './states.ts'

export interface Files {
  id: Id
  owner_id: number
  purpose: FilePurpose
  /** Random key of the file in the storage. */
  storage_key: string
  /** Key of the thumbnail in the storage; images only. */
  thumbnail_key: string | null
  /** Name of the file as the person uploaded it. */
  name: string
  /** Extension without dot, decided by the content. */
  file_format: string
  mime_type: string
  bytes: number
  /** Size of a picture in pixels, and its mean colour as `#rrggbb`. */
  width: number | null
  height: number | null
  colour: string | null
  /**
   * Row to which the file is attached. A file is attached to at most one row. An unattached file is deleted after a
   * day.
   */
  listing_id: number | null
  response_id: number | null
  deal_step_id: number | null
  message_id: number | null
  /** Support message of which this file is a copy. */
  support_message_id: number | null
  attached_at: Time | null
  deleted_at: Time | null
  created_at: WrittenAt
}
