import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/options.ts'
import type { UserContext } from '#services/request-context.ts'

type Changes = {
  is_client?: boolean
  is_contractor?: boolean
  ui_language?: Language
  is_notify_new_order?: boolean
  category_id?: number
  can_write?: boolean
}

/** Changes columns of the caller's own row. */
async function change(ctx: UserContext, changes: Changes): Promise<void> {
  await ctx.db
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
  await change(ctx, { is_client, is_contractor: !is_client })
}

export async function chooseLanguage(ctx: UserContext, ui_language: Language): Promise<void> {
  await change(ctx, { ui_language })
}

export async function setNewOrderMessages(ctx: UserContext, is_notify_new_order: boolean): Promise<void> {
  await change(ctx, { is_notify_new_order })
}

/** A speciality is a leaf of the category tree. */
export async function chooseSpeciality(ctx: UserContext, category_id: number): Promise<void> {
  const leaf = await ctx.db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', category_id)
    .where('parent_id', 'is not', null)
    .executeTakeFirst()
  if (!leaf) throw new AppError('not_found')
  await change(ctx, { category_id })
}

export async function allowWriting(ctx: UserContext): Promise<void> {
  await change(ctx, { can_write: true })
}
