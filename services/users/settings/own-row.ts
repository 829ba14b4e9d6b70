import type { Updateable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { NotificationSwitch, StartChoice } from '#contract/options.ts'
import type { ProfileText } from '#contract/profile-texts.ts'
import type { Db } from '#db/index.ts'
import type { Users } from '#db/tables/people.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'

/** Columns of the user's row that people edit themselves. Role, status, rating and cohort are not among them. */
type OwnColumns = Pick<
  Updateable<Users>,
  | 'full_name'
  | ProfileText
  | 'category_id'
  | 'currency_id'
  | 'years_of_experience'
  | 'resume_url'
  | 'resume_file_id'
  | 'is_client'
  | 'is_contractor'
  | 'start_choice'
  | 'is_free'
  | 'is_only_remote'
  | 'is_price_conversion'
  | 'is_seen_shown'
  | 'seen_on'
  | NotificationSwitch
  | 'muted_kinds'
  | 'quiet_from'
  | 'quiet_to'
  | 'time_zone'
  | 'ui_language'
  | 'can_write'
  | 'notify_blocked_at'
>

/** Updates columns of the caller's row in `users`. */
export async function changeOwn(ctx: ActorContext, changes: OwnColumns, db: Db = ctx.db): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...changes, updated_at: ctx.now().toISOString() })
    .where('id', '=', ctx.viewer.id)
    .execute()
}

/**
 * Makes the caller a client or a contractor. A person has only one of these roles, so one flag is enough. If the caller
 * has not yet answered the question of the first start ("hire" or "work"), the role is stored as the answer.
 */
export async function switchRole(
  ctx: UserContext,
  change: { is_client?: boolean; is_contractor?: boolean },
): Promise<void> {
  if (change.is_client === undefined && change.is_contractor === undefined)
    throw new AppError('invalid_input', { fields: [{ path: 'is_client' }] })
  const is_client = change.is_client ?? !change.is_contractor
  if (is_client === change.is_contractor)
    throw new AppError('invalid_input', { fields: [{ path: 'is_contractor' }] })
  await ctx.db.transaction().execute(async (tx) => {
    await changeOwn(ctx, { is_client, is_contractor: !is_client }, tx)
    await tx
      .updateTable('users')
      .set({ start_choice: is_client ? 'hire' : 'work' })
      .where('id', '=', ctx.viewer.id)
      .where('start_choice', 'is', null)
      .execute()
  })
}

/**
 * Stores the answer to the question of the first start. "hire" makes the person a client; "work" makes the person a
 * contractor; "skipped" leaves the role unchanged.
 */
export async function chooseStart(ctx: UserContext, start_choice: StartChoice): Promise<void> {
  const is_client = start_choice === 'hire'
  const role = start_choice === 'skipped' ? {} : { is_client, is_contractor: !is_client }
  await changeOwn(ctx, { start_choice, ...role })
}
