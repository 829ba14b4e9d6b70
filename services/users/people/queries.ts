import { sql } from 'kysely'
import type { z } from 'zod'
import type { ListedUser, OwnUser, Profile } from '#contract/calls/people-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { notificationSwitches } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { UserRole } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { type Link, linkFor } from '#services/core/servers/file-urls.ts'
import {
  isFavorite,
  ownRelationColumns,
  type ProfileViewer,
  privateParts,
  profileColumns,
  relationColumns,
} from '#services/users/profile/columns.ts'
import { isNeutral } from '#services/users/profile/neutral-name.ts'
import { toSmallWork, worksJson } from '#services/users/profile/works.ts'
import { contactVisibility, revealContacts } from '#services/users/visibility/contacts.ts'
import { listedUser, publicUser } from './projections.ts'

const roleOf = prepare((db, { user_id }: { user_id: number }) =>
  db.selectFrom('users').select('role').where('id', '=', user_id),
)

/** Reads a person's role. The role is read on every privileged call, so that removing a role takes effect at once. */
export async function findRole(db: Db, user_id: number): Promise<UserRole> {
  const [row] = await roleOf(db, { user_id })
  return row?.role ?? 'user'
}

function selectPerson(db: Db, reader: Pick<ProfileViewer, 'language' | 'now'>) {
  return db
    .selectFrom('users as person')
    .select(publicUser('person', reader.language).as('facts'))
    .select(profileColumns(reader))
    .where('person.status', '<>', 'deleted')
}

const selectProfile = (db: Db, reader: ProfileViewer) =>
  selectPerson(db, reader).select(relationColumns(reader))

/** SQL for the file id of the picture that a person uploaded to the profile. */
const ownPicture = sql<number | null>`(select id from files where owner_id = person.id and purpose = 'avatar'
  and attached_at is not null and deleted_at is null order by id desc limit 1)`

type SelfRow = Awaited<ReturnType<ReturnType<typeof selectSelf>['executeTakeFirstOrThrow']>>

export function selectSelf(db: Db, now: string, language: Language) {
  return selectPerson(db, { language, now })
    .select(ownRelationColumns({ now }))
    .select(['telegram_id', 'ui_language', 'role', 'can_write', 'start_choice', 'is_language_chosen'])
    .select(notificationSwitches)
    .select(['is_only_remote', 'is_price_conversion', 'is_focus_group', 'is_seen_shown'])
    .select(ownPicture.as('user_logo_file_id'))
}

const selves = inEachLanguage((language) =>
  prepare((db, { user_id, now }: { user_id: number; now: string }) =>
    selectSelf(db, now, language).where('person.id', '=', user_id),
  ),
)

/** The caller's own profile, private fields included. */
export async function getOwnUser(
  ctx: Context,
  user_id: number,
  language: Language,
): Promise<z.output<typeof OwnUser>> {
  const [row] = await selves[language](ctx.lists, { user_id, now: ctx.now().toISOString() })
  const user = row && toOwnUser(ctx, row)
  if (!user) throw new AppError('not_found')
  return user
}

export function toOwnUser(ctx: Context, row: SelfRow): z.output<typeof OwnUser> | undefined {
  const { telegram_id } = row
  if (telegram_id === null) return undefined
  const user_resume_file_id = row.resume_file?.id ?? null
  const is_name_neutral = isNeutral(row.facts.full_name)
  const person = assemble(ctx, row, { contacts: true, resume: true })
  return { ...person, telegram_id, user_resume_file_id, is_name_neutral }
}

/**
 * Another person's profile, as far as the viewer may see it. Revealed contacts are audited and limited per day.
 * @throws not_found for a deleted person, and for one hidden from the viewer
 */
export async function getProfile(ctx: UserContext, user_id: number): Promise<z.output<typeof Profile>> {
  const reader = { viewer_id: ctx.viewer.id, language: ctx.language, now: ctx.now().toISOString() }
  const visibility = await contactVisibility(ctx.db, ctx.viewer.id, user_id)
  const query = selectProfile(ctx.db, reader).where('person.id', '=', user_id)
  const row = visibility.hidden ? undefined : await query.executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const profile = assemble(ctx, row, visibility)
  const { telegram_link, social_links } = profile
  const hasContacts = telegram_link || social_links.whatsapp || social_links.telegram
  if (!visibility.contacts || !hasContacts || (await revealContacts(ctx, user_id, visibility))) return profile
  return assemble(ctx, row, { ...visibility, contacts: false })
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectProfile>['executeTakeFirst']>>>

function assemble<R extends Row>(ctx: Context, row: R, visible: { contacts: boolean; resume: boolean }) {
  const { facts, links: _, resume_url: __, resume_file: ___, portfolio: ____, ...rest } = row
  const link = linkFor(ctx)
  return { ...facts, ...rest, user_spec: facts.category, ...privateParts(row, { ...visible, link }) }
}

const listed = inEachLanguage((language) =>
  prepare((db, { ids, viewer_id }: { ids: number[]; viewer_id: number }) =>
    db
      .selectFrom('users as person')
      .select(listedUser('person', language, isFavorite(viewer_id)).as('facts'))
      .select(worksJson('person', limits.works.strip).as('works'))
      .where(sql<boolean>`person.id = any(${ids}::bigint[])`)
      .where('person.status', '<>', 'deleted')
      .orderBy(sql`array_position(${ids}::bigint[], person.id)`),
  ),
)

/** Returns people by ids, in the order of the ids. */
export async function listUsersByIds(
  db: Db,
  ids: number[],
  { viewer_id, language, link }: { viewer_id: number; language: Language; link: Link },
): Promise<z.output<typeof ListedUser>[]> {
  if (ids.length === 0) return []
  const rows = await listed[language](db, { ids, viewer_id })
  return rows.map(({ facts, works }) => ({ ...facts, works: works.map((work) => toSmallWork(work, link)) }))
}
