import { sql } from 'kysely'
import type { z } from 'zod'
import type { Counterpart, OwnUser } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import type { UserRole } from '#db/tables.ts'
import { counterpart, publicUser } from './projections.ts'

/** Read from the database on every privileged act, so that a lost role is lost at once. */
export async function findRole(db: Db, user_id: number): Promise<UserRole> {
  const row = await db.selectFrom('users').select('role').where('id', '=', user_id).executeTakeFirst()
  return row?.role ?? 'user'
}

/** The person of the session, with everything that only they may see. */
export async function getOwnUser(
  db: Db,
  user_id: number,
  language: Language,
): Promise<z.output<typeof OwnUser>> {
  const row = await db
    .selectFrom('users as person')
    .select(publicUser('person', language).as('facts'))
    .select(['telegram_id', 'username', 'ui_language', 'role', 'currency_id', 'can_write'])
    .select(['is_notify_new_order', 'is_notify_new_messages', 'is_notify_hot_orders'])
    .select(['is_only_remote', 'is_price_conversion', 'is_focus_group'])
    .select((eb) =>
      eb
        .selectFrom('user_skills as skill')
        .where('skill.user_id', '=', user_id)
        .select(
          sql<z.output<typeof OwnUser>['skills']>`coalesce(json_agg(json_build_object(
            'skill_id', skill.id, 'skill_name', skill.name, 'type', null) order by skill.id), '[]')`.as(
            'list',
          ),
        )
        .as('skills'),
    )
    .where('person.id', '=', user_id)
    .executeTakeFirst()
  if (!row || row.telegram_id === null) throw new AppError('not_found')
  const { facts, telegram_id, skills, ...own } = row
  const telegram_link = own.username ? `https://t.me/${own.username}` : null
  return { ...facts, ...own, telegram_id, telegram_link, skills: skills ?? [] }
}

/** Another person as the viewer may see them. */
export async function getUser(
  db: Db,
  user_id: number,
  language: Language,
): Promise<z.output<typeof Counterpart>> {
  const row = await db
    .selectFrom('users as person')
    .select(counterpart('person', language, sql`false`).as('facts'))
    .where('person.id', '=', user_id)
    .where('person.status', '<>', 'deleted')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row.facts
}
