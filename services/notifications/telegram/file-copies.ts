import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findByAddress } from '#services/files/downloads.ts'
import { translateFor } from '#services/notifications/format.ts'
import type { MessageKind } from '#services/notifications/kinds.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'

const hourMs = 60 * 60_000

/**
 * Sends a file to the caller's chat with the bot, for Telegram clients that cannot save files. As with a download,
 * anybody who knows the URL of the file may get the file.
 * @throws not_found, bot_unreachable, too_many_saves
 */
export async function sendCopy(ctx: UserContext, file_url: string): Promise<void> {
  const { id: file_id } = await findByAddress(ctx, file_url)
  const { id: user_id } = ctx.viewer
  const now = ctx.now().getTime()
  await ctx.db.transaction().execute(async (tx) => {
    // The lock on the person's row makes simultaneous calls run one after another, so that each copy is counted against
    // the limit.
    const person = await tx
      .selectFrom('users')
      .select(['can_write', 'notify_blocked_at'])
      .where('id', '=', user_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (!person.can_write || person.notify_blocked_at) throw new AppError('bot_unreachable')
    await checkHourlyLimit(tx, user_id, new Date(now - hourMs))
    await queueDelivery(ctx, tx, {
      to: { user_id },
      kind: 'file_copy',
      payload: { file_id },
      // The time in the dedupe key is rounded, so that a double tap sends only one copy of the file.
      dedupe_key: `file_copy:${user_id}:${file_id}:${Math.floor(now / limits.files.sameSaveMs)}`,
    })
  })
}

/** @throws too_many_saves above the limit of copies per hour */
async function checkHourlyLimit(tx: Db, user_id: number, since: Date): Promise<void> {
  const { sent } = await tx
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('user_id', '=', user_id)
    .where('kind', '=', 'file_copy')
    .where('created_at', '>', since.toISOString())
    .executeTakeFirstOrThrow()
  if (Number(sent) >= limits.files.savesPerHour) throw new AppError('too_many_saves')
}

export const fileCopy: MessageKind<'file_copy'> = {
  async compose(ctx, { file_id }, reader) {
    const file = await ctx.db
      .selectFrom('files')
      .select(['storage_key', 'name'])
      .where('id', '=', file_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!file) return { text: translateFor(reader, 'file_copy.gone') }
    return { text: translateFor(reader, 'file_copy'), media: { type: 'document', ...file } }
  },
}
