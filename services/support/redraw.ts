import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { queueCard } from './deliveries.ts'

/** Redraws the open cases of a chat, for example after a change of its language. */
export async function redrawCases(ctx: Context, tx: Tx, chat_id: number): Promise<void> {
  const open = await tx
    .selectFrom('support_cases')
    .select('id')
    .where('chat_id', '=', chat_id)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute()
  for (const { id } of open) await queueCard(ctx, tx, id, `redrawn:${ctx.now().toISOString()}`)
}
