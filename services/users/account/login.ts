import type { z } from 'zod'
import type { OwnUser } from '#contract/calls/people-shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { GuestContext, Token } from '#services/core/request-context.ts'
import type { LaunchData } from '#services/core/telegram/launch-data.ts'
import { getOwnUser } from '#services/users/people/queries.ts'
import { openSession, sessionRequest } from '#services/users/sessions/sessions.ts'
import { isUpToDate, upsertUser } from './accounts.ts'
import { findLoginAccount } from './login-lookup.ts'

/** Launch data of a login; a separately sent Telegram id must match the signed one. */
export function launchOf(ctx: GuestContext, telegram_id?: number): LaunchData & { raw: string } {
  if (!ctx.launch) throw new AppError('init_data_required')
  if (telegram_id !== undefined && telegram_id !== ctx.launch.user.id) throw new AppError('not_owner')
  return ctx.launch
}

type Login = { tokens: Token; user: z.output<typeof OwnUser> }

/**
 * Finds or creates the user of a launch and opens its session. A known, unchanged user is read together with the
 * session in one statement. Repeated logins with the same launch use the same session.
 */
export async function login(
  ctx: GuestContext,
  hints: { id?: number; telegram_id?: number; ui_language?: Language; tells_ready?: boolean },
): Promise<Login> {
  const launch = launchOf(ctx, hints.telegram_id)
  const language = hints.ui_language ?? ctx.language
  const session = sessionRequest(ctx, launch.raw, hints.tells_ready)
  const found = await findLoginAccount(
    ctx,
    { ...session, telegram_id: launch.user.id, hint: hints.id ?? null },
    language,
  )
  const known = found && isUpToDate(ctx, found.account, launch.user) ? found : undefined
  const person = known?.account ?? (await upsertUser(ctx, launch.user, launch.raw))
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
  const session_id = await openSession(ctx, person.id, session, found?.opened)
  const tokens = await ctx.issueToken({ user_id: person.id, session_id })
  return { tokens, user: known && !isNews ? known.user : await getOwnUser(ctx, person.id, language) }
}
