import { sql } from 'kysely'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { selectSelf, toOwnUser } from '#services/users/people/queries.ts'
import { type LaunchSession, openingParts, type SessionRequest } from '#services/users/sessions/sessions.ts'

/** `hint`: user id that the client claims; no session is opened for another account. */
type LoginQuery = SessionRequest & { telegram_id: number; hint: number | null }

const selectLauncher = (db: Db, { telegram_id, now }: LoginQuery, language: Language) =>
  selectSelf(db, now, language)
    .select(['person.id', 'person.status', 'block_reason', 'photo_url', 'removed_photo_url'])
    .select(sql<LaunchSession | null>`(select to_json(opened) from opened)`.as('opened'))
    .where('telegram_id', '=', telegram_id)
type Row = Awaited<ReturnType<ReturnType<typeof selectLauncher>['executeTakeFirstOrThrow']>>

const launchers = inEachLanguage((language) =>
  prepare<LoginQuery, Row>(
    (db, asked) => sql<Row>`
      with account as (select id from users
        where telegram_id = ${asked.telegram_id} and status = 'active' and id = coalesce(${asked.hint}::bigint, id)),
      ${openingParts(asked, sql.table('account'))}
      ${selectLauncher(db, asked, language)}`,
  ),
)

/**
 * Reads the account of a launch, its session and its own profile in one statement. No session row is created for a
 * blocked or mismatched account.
 */
export async function findLoginAccount(ctx: Context, asked: LoginQuery, language: Language) {
  const [row] = await launchers[language](ctx.db, asked)
  if (!row) return undefined
  const { id, status, block_reason, photo_url, removed_photo_url, opened, ...shown } = row
  const { username, can_write, role, ui_language, is_language_chosen } = row
  const user = toOwnUser(ctx, shown)
  const told = { username, photo_url, removed_photo_url, can_write, role }
  return (
    user && { user, opened, account: { id, status, block_reason, ui_language, is_language_chosen, ...told } }
  )
}
