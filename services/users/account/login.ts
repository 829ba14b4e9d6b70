import { sql } from 'kysely'
import type { z } from 'zod'
import type { OwnUser } from '#contract/calls/people-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import type { GuestContext, Token } from '#services/core/request-context.ts'
import type { LaunchData } from '#services/core/telegram/launch-data.ts'
import { getOwnUser, selectSelf, toOwnUser } from '#services/users/people/queries.ts'
import {
  type LaunchSession,
  openingParts,
  openSession,
  type SessionRequest,
  sessionRequest,
} from '#services/users/sessions/sessions.ts'
import { isUpToDate, upsertUser } from './accounts.ts'

/** Launch data of a login. If the client also sends a Telegram id, that id must equal the signed id. */
export function launchOf(ctx: GuestContext, telegram_id?: number): LaunchData & { raw: string } {
  if (!ctx.launch) throw new AppError('init_data_required')
  if (telegram_id !== undefined && telegram_id !== ctx.launch.user.id) throw new AppError('not_owner')
  return ctx.launch
}

type Login = { tokens: Token; user: z.output<typeof OwnUser> }

/**
 * Finds the user of a launch or creates one, and opens a session. If the user is known and unchanged, one statement
 * reads the user and the session. Logging in again with the same launch returns the same session.
 */
export async function login(
  ctx: GuestContext,
  hints: { id?: number; telegram_id?: number; ui_language?: Language; tells_ready?: boolean },
): Promise<Login> {
  const launch = launchOf(ctx, hints.telegram_id)
  const language = hints.ui_language ?? ctx.language
  const session = sessionRequest(ctx, launch.raw, hints.tells_ready)
  const candidate = await findLoginAccount(
    ctx,
    { ...session, telegram_id: launch.user.id, hint: hints.id ?? null },
    language,
  )
  const upToDate = candidate && isUpToDate(ctx, candidate.account, launch.user) ? candidate : undefined
  const person = upToDate?.account ?? (await upsertUser(ctx, launch.user, launch.raw))
  if (hints.id !== undefined && hints.id !== person.id) throw new AppError('not_owner')
  if (person.status === 'blocked') throw new AppError('blocked', { reason: person.block_reason })
  const { ui_language } = hints
  const isNews =
    ui_language !== undefined && (ui_language !== person.ui_language || !person.is_language_chosen)
  if (isNews)
    await ctx.db
      .updateTable('users')
      .set({ ui_language, is_language_chosen: true })
      .where('id', '=', person.id)
      .execute()
  const session_id = await openSession(ctx, person.id, session, candidate?.opened)
  const tokens = await ctx.issueToken({ user_id: person.id, session_id })
  return { tokens, user: upToDate && !isNews ? upToDate.user : await getOwnUser(ctx, person.id, language) }
}

/** `hint` is the user id that the client has stored. No session is opened if the launch belongs to another user. */
type LoginQuery = SessionRequest & { telegram_id: number; hint: number | null }

const selectLauncher = (db: Db, { telegram_id, now }: LoginQuery, language: Language) =>
  selectSelf(db, now, language)
    .select(['person.id', 'person.status', 'block_reason', 'photo_url', 'removed_photo_url'])
    .select(sql<LaunchSession | null>`(select to_json(opened) from opened)`.as('opened'))
    .where('telegram_id', '=', telegram_id)
type Row = Awaited<ReturnType<ReturnType<typeof selectLauncher>['executeTakeFirstOrThrow']>>

const loginStatements = inEachLanguage((language) =>
  prepare<LoginQuery, Row>(
    (db, asked) => sql<Row>`
      with account as (select id from users
        where telegram_id = ${asked.telegram_id} and status = 'active' and id = coalesce(${asked.hint}::bigint, id)),
      ${openingParts(asked, sql.table('account'))}
      ${selectLauncher(db, asked, language)}`,
  ),
)

/**
 * Reads the user of a launch, the session and the user's own profile in one statement. No session is created for a
 * blocked user, or if the client has stored the id of another user.
 */
async function findLoginAccount(ctx: Context, args: LoginQuery, language: Language) {
  const [row] = await loginStatements[language](ctx.db, args)
  if (!row) return undefined
  const { id, status, block_reason, photo_url, removed_photo_url, opened, ...shown } = row
  const { username, can_write, role, ui_language, is_language_chosen } = row
  const user = toOwnUser(ctx, shown)
  const accountFacts = { username, photo_url, removed_photo_url, can_write, role }
  return (
    user && {
      user,
      opened,
      account: { id, status, block_reason, ui_language, is_language_chosen, ...accountFacts },
    }
  )
}
