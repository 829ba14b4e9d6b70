import { sql } from 'kysely'
import type { z } from 'zod'
import type { ListedUser, OwnUser, Profile } from '#contract/calls/people-shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { notificationSwitches } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import type { UserRole } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { type Link, linkFor } from '#services/core/file-urls.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { contactVisibility, revealContacts } from './contacts.ts'
import { isFavorite, type Looker, privateParts, profileColumns } from './profile-columns.ts'
import { listedUser, publicUser } from './projections.ts'
import { toSmallWork, worksJson } from './works.ts'

/** Read from the database on every privileged act, so that a lost role is lost at once. */
export async function findRole(db: Db, user_id: number): Promise<UserRole> {
  const row = await db.selectFrom('users').select('role').where('id', '=', user_id).executeTakeFirst()
  return row?.role ?? 'user'
}

function selectProfile(ctx: Context, user_id: number, reader: Looker) {
  return ctx.db
    .selectFrom('users as person')
    .select(publicUser('person', reader.language).as('facts'))
    .select(profileColumns(reader))
    .where('person.id', '=', user_id)
    .where('person.status', '<>', 'deleted')
}

/** The picture a person has put into their profile, by its file. */
const ownPicture = sql<number | null>`(select id from files where owner_id = person.id and purpose = 'avatar'
  and attached_at is not null and deleted_at is null order by id desc limit 1)`

/** The person of the session, with everything that only they may see. */
export async function getOwnUser(
  ctx: Context,
  user_id: number,
  language: Language,
): Promise<z.output<typeof OwnUser>> {
  const reader = { viewer_id: user_id, language, now: ctx.now().toISOString() }
  const row = await selectProfile(ctx, user_id, reader)
    .select(['telegram_id', 'ui_language', 'role', 'can_write', 'start_choice'])
    .select(notificationSwitches)
    .select(['is_only_remote', 'is_price_conversion', 'is_focus_group', 'is_seen_shown'])
    .select(ownPicture.as('user_logo_file_id'))
    .executeTakeFirst()
  if (!row || row.telegram_id === null) throw new AppError('not_found')
  return {
    ...assemble(ctx, row, { contacts: true, resume: true }),
    telegram_id: row.telegram_id,
    user_resume_file_id: row.resume_file?.id ?? null,
  }
}

/**
 * Another person as the viewer may see them; contacts that are shown leave a trace, and a day shows those of a few.
 * @throws not_found for a deleted person and one who does not want to be seen
 */
export async function getProfile(ctx: UserContext, user_id: number): Promise<z.output<typeof Profile>> {
  const reader = { viewer_id: ctx.viewer.id, language: ctx.language, now: ctx.now().toISOString() }
  const visibility = await contactVisibility(ctx.db, ctx.viewer.id, user_id)
  const row = visibility.hidden ? undefined : await selectProfile(ctx, user_id, reader).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const profile = assemble(ctx, row, visibility)
  const { telegram_link, social_links } = profile
  const tells = telegram_link || social_links.whatsapp || social_links.telegram
  if (!visibility.contacts || !tells || (await revealContacts(ctx, user_id, visibility))) return profile
  return assemble(ctx, row, { ...visibility, contacts: false })
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectProfile>['executeTakeFirst']>>>

function assemble<R extends Row>(ctx: Context, row: R, shown: { contacts: boolean; resume: boolean }) {
  const { facts, links: _, resume_url: __, resume_file: ___, portfolio: ____, ...rest } = row
  const link = linkFor(ctx)
  return { ...facts, ...rest, user_spec: facts.category, ...privateParts(row, { ...shown, link }) }
}

/** People by ids, in the order of the ids. */
export async function listUsersByIds(
  db: Db,
  ids: number[],
  { viewer_id, language, link }: Pick<Looker, 'viewer_id' | 'language'> & { link: Link },
): Promise<z.output<typeof ListedUser>[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users as person')
    .select(listedUser('person', language, isFavorite(viewer_id)).as('facts'))
    .select(worksJson('person', limits.works.strip).as('works'))
    .where('person.id', 'in', ids)
    .where('person.status', '<>', 'deleted')
    .orderBy(sql`array_position(${ids}::bigint[], person.id)`)
    .execute()
  return rows.map(({ facts, works }) => ({ ...facts, works: works.map((work) => toSmallWork(work, link)) }))
}
