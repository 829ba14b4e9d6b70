import { sql } from 'kysely'
import { type MutableKind, type Notification, notifications } from '#contract/notifications.ts'
import type { Context } from '#services/core/context.ts'

/** Ends messages of a kind for a person, or lets them come again; a switch of the profile follows. */
export async function setMuted(
  ctx: Context,
  user_id: number,
  kind: MutableKind,
  isMuted: boolean,
): Promise<void> {
  const { switch: flag }: Notification = notifications[kind]
  const without = sql<string[]>`array_remove(muted_kinds, ${kind})`
  await ctx.db
    .updateTable('users')
    .set({
      // The switch alone says it where there is one, so that the two never contradict each other.
      muted_kinds: isMuted && !flag ? sql<string[]>`${without} || ${kind}::text` : without,
      ...(flag && { [flag]: !isMuted }),
      updated_at: ctx.now().toISOString(),
    })
    .where('id', '=', user_id)
    .execute()
}
