import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findByAddress } from '#services/files/downloads.ts'
import { queueDelivery } from './delivery-queue.ts'
import { say } from './format.ts'
import type { MessageKind } from './kinds.ts'

const hour = 60 * 60_000

/**
 * Sends a file to the caller's chat with the bot, for clients of Telegram that cannot save it themselves. Who has its
 * address may have the file, as with a download.
 * @throws not_found, bot_unreachable, too_many_saves
 */
export async function sendCopy(ctx: UserContext, file_url: string): Promise<void> {
  const { id: file_id } = await findByAddress(ctx, file_url)
  const { id: user_id } = ctx.viewer
  const now = ctx.now().getTime()
  await ctx.db.transaction().execute(async (tx) => {
    // Copies that one person asks for at once are counted one after another.
    const person = await tx
      .selectFrom('users')
      .select(['can_write', 'notify_blocked_at'])
      .where('id', '=', user_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (!person.can_write || person.notify_blocked_at) throw new AppError('bot_unreachable')
    await checkHour(tx, user_id, new Date(now - hour))
    await queueDelivery(ctx, tx, {
      to: { user_id },
      kind: 'file_copy',
      payload: { file_id },
      // A double tap is one wish.
      dedupe_key: `file_copy:${user_id}:${file_id}:${Math.floor(now / limits.files.sameSaveMs)}`,
    })
  })
}

/** @throws too_many_saves */
async function checkHour(tx: Db, user_id: number, since: Date): Promise<void> {
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
    if (!file) return { text: say(reader, 'file_copy.gone') }
    return { text: say(reader, 'file_copy'), media: { type: 'document', ...file } }
  },
}
