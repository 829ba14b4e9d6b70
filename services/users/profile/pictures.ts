import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/**
 * Removes a profile's photo and works, by staff. Telegram's photo is not restored at the next login.
 * @returns false if there were none
 */
export async function removePictures(ctx: Context, tx: Tx, user_id: number): Promise<boolean> {
  const now = ctx.now().toISOString()
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((eb) => ({
      removed_photo_url: eb.fn.coalesce('photo_url', 'removed_photo_url'),
      photo_url: null,
      logo_url: null,
      updated_at: now,
    }))
    .where('id', '=', user_id)
    .where((eb) => eb.or([eb('photo_url', 'is not', null), eb('logo_url', 'is not', null)]))
    .executeTakeFirst()
  const { numDeletedRows } = await tx
    .deleteFrom('user_works')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  await sql`update files set deleted_at = ${now}
    where owner_id = ${user_id} and purpose in ('avatar', 'work') and deleted_at is null`.execute(tx)
  return numUpdatedRows + numDeletedRows > 0n
}
