import type { Updateable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { NotificationSwitch } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import type { Users } from '#db/tables/people.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { isLeaf } from '#services/reference/leaves.ts'

/** Columns that people write about themselves; role, status, rating and cohort are not among them. */
type OwnColumns = Pick<
  Updateable<Users>,
  | 'full_name'
  | 'description'
  | 'country'
  | 'city'
  | 'category_id'
  | 'currency_id'
  | 'years_of_experience'
  | 'resume_url'
  | 'resume_file_id'
  | 'is_client'
  | 'is_contractor'
  | 'is_free'
  | 'is_only_remote'
  | 'is_price_conversion'
  | NotificationSwitch
  | 'muted_kinds'
  | 'quiet_from'
  | 'quiet_to'
  | 'time_zone'
  | 'ui_language'
  | 'can_write'
>

/** Changes columns of the caller's own row. */
export async function changeOwn(ctx: ActorContext, changes: OwnColumns, db: Db = ctx.db): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...changes, updated_at: ctx.now().toISOString() })
    .where('id', '=', ctx.viewer.id)
    .execute()
}

/** The two roles exclude each other; one flag is enough to say which one. Nothing else changes with it. */
export async function switchRole(
  ctx: UserContext,
  wish: { is_client?: boolean; is_contractor?: boolean },
): Promise<void> {
  if (wish.is_client === undefined && wish.is_contractor === undefined)
    throw new AppError('invalid_input', { fields: [{ path: 'is_client' }] })
  const is_client = wish.is_client ?? !wish.is_contractor
  if (is_client === wish.is_contractor)
    throw new AppError('invalid_input', { fields: [{ path: 'is_contractor' }] })
  await changeOwn(ctx, { is_client, is_contractor: !is_client })
}

/** A speciality is a leaf of the category tree. @throws not_found */
export async function chooseSpeciality(ctx: UserContext, category_id: number): Promise<void> {
  if (!(await isLeaf(ctx.db, category_id))) throw new AppError('not_found')
  await changeOwn(ctx, { category_id })
}

/** The currency in which prices are also shown. @throws not_found */
export async function chooseCurrency(ctx: UserContext, currency_id: number): Promise<void> {
  const currency = await ctx.db
    .selectFrom('currencies')
    .select('id')
    .where('id', '=', currency_id)
    .executeTakeFirst()
  if (!currency) throw new AppError('not_found')
  await changeOwn(ctx, { currency_id })
}

/** A resume is a link or a file: a link puts the file away. */
export async function setResumeLink(ctx: UserContext, resume_url: string | null): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await changeOwn(ctx, { resume_url, ...(resume_url && { resume_file_id: null }) }, tx)
    if (!resume_url) return
    await tx
      .updateTable('files')
      .set({ deleted_at: ctx.now().toISOString() })
      .where('owner_id', '=', ctx.viewer.id)
      .where('purpose', '=', 'resume')
      .where('deleted_at', 'is', null)
      .execute()
  })
}
