import type { z } from 'zod'
import type { Confirmation } from '#contract/calls/confirmation-shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'

type Shown = z.output<typeof Confirmation>

export function toReply({ id, act, state, error, expires_at }: Shown): Shown {
  return { id, act, state, error, expires_at }
}

/**
 * Returns the state of a confirmation that the caller has to give.
 * @throws not_found if it belongs to somebody else or does not exist
 */
export async function getConfirmation({ db, viewer, now }: ActorContext, id: number): Promise<Shown> {
  const row = await findConfirmation(db, id, viewer.id)
  if (!row) throw new AppError('not_found')
  if (row.state !== 'pending') return toReply(row)
  if (Date.parse(row.expires_at) <= now().getTime()) return toReply({ ...row, state: 'expired' })
  // The bot could not deliver the confirmation question to the admin, so the admin can never answer it.
  if (row.delivery_state === 'failed') return toReply({ ...row, state: 'refused', error: 'bot_unreachable' })
  return toReply(row)
}

export function findConfirmation(db: Db, id: number, user_id: number) {
  return db
    .selectFrom('staff_confirmations as asked')
    .leftJoin('deliveries as delivery', (join) =>
      join.on((eb) =>
        eb(
          'delivery.dedupe_key',
          '=',
          eb(eb.val('staff_confirmation:'), '||', eb.cast<string>('asked.id', 'text')),
        ),
      ),
    )
    .select(['asked.id', 'asked.act', 'asked.input', 'asked.state', 'asked.error', 'asked.expires_at'])
    .select('delivery.state as delivery_state')
    .where('asked.id', '=', id)
    .where('asked.user_id', '=', user_id)
    .executeTakeFirst()
}
