import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { AdminUser } from '#contract/calls/admin-shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import { personMatches } from '#services/admin/columns.ts'
import { type Page, type Paging, readPage, total } from '#services/admin/pages.ts'
import { publicUser } from '#services/users/people/projections.ts'

type Person = z.output<typeof AdminUser>
const groups = {
  contractor: sql`person.is_contractor`,
  client: sql`person.is_client`,
  unverified: sql`person.verification <> 'confirmed'`,
  conflict: sql`person.verification = 'conflict'`,
  staff: sql`person.role <> 'user'`,
} satisfies Record<string, RawBuilder<unknown>>

type Filter = Paging & {
  search?: string
  status?: 'active' | 'blocked'
  group?: keyof typeof groups
  sort: 'newest' | 'oldest'
}

/**
 * Column about an earlier account that the same person deleted recently: the number of its rejected listings. Null if
 * there is no such account.
 */
export const earlierAccountColumn = sql<Person['returned']>`(select json_build_object('rejections', coalesce((
    select sum(cardinality(moments)) from departures
    where mark = person.departed_mark and kind = 'rejections'), 0))
  from departures where mark = person.departed_mark and kind = 'left' limit 1)`.as('returned')

export const openReports = sql<number>`(select count(*)::int from reports
  where subject_type = 'user' and subject_id = person.id and state = 'open')`.as('open_reports')

function selectPeople(db: Db, language: Language) {
  return db
    .selectFrom('users as person')
    .select([publicUser('person', language).as('facts'), 'person.telegram_id', 'person.username'])
    .select(['person.role', 'person.status', 'person.block_reason', 'person.verification'])
    .select(['person.is_focus_group', total, earlierAccountColumn])
    .select(openReports)
}

export async function listUsers(db: Db, language: Language, filter: Filter): Promise<Page<Person>> {
  const { status, group, search } = filter
  const matching = selectPeople(db, language)
    .where('person.status', '<>', 'deleted')
    .$if(status !== undefined, (query) => query.where('person.status', '=', status ?? 'active'))
    .$if(group !== undefined, (query) => query.where(sql<boolean>`${groups[group ?? 'staff']}`))
    .$if(Boolean(search), (query) => query.where(personMatches(search ?? '')))
    .orderBy('person.id', filter.sort === 'newest' ? 'desc' : 'asc')
  const { items, pagination } = await readPage(matching, filter)
  return { items: items.map(({ facts, ...row }) => ({ ...facts, ...row })), pagination }
}

/** @throws not_found if no person has this id */
export async function getUser(db: Db, language: Language, id: number): Promise<Person> {
  const row = await selectPeople(db, language).where('person.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const { facts, total: _, ...rest } = row
  return { ...facts, ...rest }
}
