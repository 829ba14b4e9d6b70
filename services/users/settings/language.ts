import type { Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import type { UserContext } from '#services/core/request-context.ts'

/**
 * Stores the language that a person chose.
 * @returns true if the language has changed
 */
export async function setLanguage(
  ctx: Context,
  user_id: number,
  ui_language: Language,
  db: Db = ctx.db,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ ui_language, is_language_chosen: true, updated_at: ctx.now().toISOString() })
    .where('id', '=', user_id)
    .where((eb) => eb.or([eb('ui_language', '<>', ui_language), eb('is_language_chosen', '=', false)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the language that the caller chose in the mini-app; the bot then uses it in the chat too. */
export async function chooseLanguage(ctx: UserContext, ui_language: Language): Promise<void> {
  const user_id = ctx.viewer.id
  await ctx.db.transaction().execute(async (tx) => {
    if (await setLanguage(ctx, user_id, ui_language, tx))
      await record(ctx, tx, 'language.chosen', { user_id })
  })
}
