import type { Language } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'

/** The language in which the product writes to a person. */
export async function setLanguage(ctx: Context, user_id: number, ui_language: Language): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ ui_language, updated_at: ctx.now().toISOString() })
    .where('id', '=', user_id)
    .where('ui_language', '<>', ui_language)
    .execute()
}
