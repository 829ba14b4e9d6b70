import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { AuditEntry, auditSubjects } from '#contract/calls/admin-audit.ts'
import type { ListRequest } from '#contract/calls/page-request.ts'
import type { Db } from '#db/index.ts'
import { readCursor, writeCursor } from '#services/core/text/cursor.ts'
import { likePattern } from './columns.ts'

type Entry = z.output<typeof AuditEntry>
type AuditPage = { items: Entry[]; total: number; next_cursor: string | null }
type Filter = ListRequest & {
  search?: string
  actor_id?: number
  action?: string
  subject?: (typeof auditSubjects)[number]
  from?: string
  to?: string
}

/**
 * SQL for the title or name of the object that an audit entry is about. The query must give the audit log the alias
 * `entry`.
 */
const subjectName = sql<string | null>`case entry.subject_type
  when 'listing' then (select title from listings where id = entry.subject_id)
  when 'user' then (select full_name from users where id = entry.subject_id)
  when 'category' then (select names ->> 'ru' from categories where id = entry.subject_id)
  when 'currency' then (select code from currencies where id = entry.subject_id) end`

/** Kind of the listing that an entry is about, which decides the address of its page. */
const listingKind = sql<Entry['listing_kind']>`(select kind from listings
  where entry.subject_type = 'listing' and id = entry.subject_id)`

/** Audit entries of acts in a Telegram chat have a request id that starts with `update-`. */
const origin = sql<Entry['origin']>`case when entry.actor_id is null then 'itself'
  when entry.request_id like 'update-%' then 'chat' else 'app' end`

function selectEntries(db: Db) {
  return db
    .selectFrom('audit_log as entry')
    .leftJoin('users as actor', 'actor.id', 'entry.actor_id')
    .select(['entry.id', 'entry.created_at', 'entry.action', 'entry.subject_type', 'entry.subject_id'])
    .select([
      'entry.before',
      'entry.after',
      subjectName.as('subject_name'),
      listingKind.as('listing_kind'),
      origin.as('origin'),
    ])
    .select(
      sql<Entry['actor']>`case when actor.id is not null then json_build_object('id', actor.id,
        'full_name', actor.full_name, 'role', actor.role) end`.as('actor'),
    )
    .orderBy('entry.id', 'desc')
}

/**
 * Returns a page of audit entries, newest first. The cursor neither repeats nor skips entries while new ones are added.
 */
export function listAudit(db: Db, { per_page, cursor, ...filter }: Filter): Promise<AuditPage> {
  return pageAudit(db, { per_page, cursor }, conditionsOf(filter))
}

/** Returns a page of audit entries like `listAudit`, for any SQL conditions over the aliases `entry` and `actor`. */
export async function pageAudit(
  db: Db,
  { per_page, cursor }: ListRequest,
  parts: RawBuilder<unknown>[],
): Promise<AuditPage> {
  const conditions = sql<boolean>`${sql.join([sql`true`, ...parts], sql` and `)}`
  const before = cursor === undefined ? undefined : readCursor(cursor, 'audit').id
  const rows = await selectEntries(db)
    .where(conditions)
    .$if(before !== undefined, (query) => query.where('entry.id', '<', before ?? 0))
    .limit(per_page + 1)
    .execute()
  const { total } = await db
    .selectFrom('audit_log as entry')
    .leftJoin('users as actor', 'actor.id', 'entry.actor_id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(conditions)
    .executeTakeFirstOrThrow()
  const items = rows.slice(0, per_page)
  const last = rows.length > per_page ? items.at(-1) : undefined
  return { items, total, next_cursor: last ? writeCursor('audit', { rank: last.id, id: last.id }) : null }
}

function conditionsOf({ search, actor_id, action, subject, from, to }: Omit<Filter, keyof ListRequest>) {
  const parts: RawBuilder<unknown>[] = []
  if (actor_id !== undefined) parts.push(sql`entry.actor_id = ${actor_id}`)
  if (action) parts.push(sql`(entry.action = ${action} or entry.action like ${`${action}.%`})`)
  if (subject) parts.push(sql`entry.subject_type = ${subject}`)
  if (from) parts.push(sql`entry.created_at >= ${`${from}T00:00:00+03:00`}::timestamptz`)
  if (to) parts.push(sql`entry.created_at < ${`${to}T00:00:00+03:00`}::timestamptz + interval '1 day'`)
  if (search) {
    const part = likePattern(search.replace(/^[@#]/, ''))
    parts.push(sql`(entry.subject_id::text = ${search.replace(/^#/, '')} or actor.full_name ilike ${part}
      or ${subjectName} ilike ${part} or entry.before::text ilike ${part} or entry.after::text ilike ${part})`)
  }
  return parts
}
