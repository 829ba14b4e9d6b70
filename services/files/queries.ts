import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { File } from '#contract/calls/shapes.ts'
import type { Db } from '#db/index.ts'
import type { Link } from '#services/core/servers/file-urls.ts'

export type FileReply = z.output<typeof File>

/** A stored file without a URL. Its URL is created when the file is shown. */
export type FileRow = {
  id: number
  storage_key: string
  thumbnail_key: string | null
  file_format: string
  name: string
  size: number
}

const fileColumns = sql`json_build_object('id', file.id, 'storage_key', file.storage_key,
  'thumbnail_key', file.thumbnail_key, 'file_format', file.file_format, 'name', file.name, 'size', file.bytes)`

/** SQL for a JSON column with the files of a listing, response, message or deal step. Pass each file to `toFile`. */
export function filesJson(
  alias: 'listing' | 'response' | 'deal_step' | 'message' | 'support_message',
): RawBuilder<FileRow[]> {
  return sql`(select coalesce(json_agg(${fileColumns} order by file.id), '[]') from files file
    where ${sql.ref(`file.${alias}_id`)} = ${sql.ref(`${alias}.id`)} and file.deleted_at is null)`
}

/** SQL for the file whose id is in the given column, e.g. `person.resume_file_id`. */
export function fileJson(column: string): RawBuilder<FileRow | null> {
  return sql`(select ${fileColumns} from files file where file.id = ${sql.ref(column)} and file.deleted_at is null)`
}

export function toFile({ storage_key, thumbnail_key, ...file }: FileRow, link: Link): FileReply {
  return {
    ...file,
    file_url: link(storage_key),
    thumbnail_url: thumbnail_key === null ? null : link(thumbnail_key),
  }
}

/** Lists the files of a listing, oldest first. The caller has to check that the reader may see the listing. */
export async function listFiles(db: Db, listing_id: number, link: Link): Promise<FileReply[]> {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'storage_key', 'thumbnail_key', 'file_format', 'name', 'bytes as size'])
    .where('listing_id', '=', listing_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((file) => toFile(file, link))
}

/** Finds a file for a download. Works in the profile of a blocked or deleted person are not found. */
export async function findStored(db: Db, storage_key: string) {
  return db
    .selectFrom('files')
    .innerJoin('users as owner', 'owner.id', 'files.owner_id')
    .select(['files.id', 'files.name', 'files.mime_type', 'files.thumbnail_key', 'files.purpose'])
    .where('files.storage_key', '=', storage_key)
    .where('files.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('files.purpose', '<>', 'work'), eb('owner.status', '=', 'active')]))
    .executeTakeFirst()
}
