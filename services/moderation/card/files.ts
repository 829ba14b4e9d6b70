import { imageFormats } from '#contract/file-formats.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { priorityOf } from '#services/moderation/queue/priority.ts'
import type { MessageKind } from '#services/notifications/kinds.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'

/** Telegram's limits for photos. A picture above these limits is sent as a document. */
const picture = { bytes: 10_000_000, sides: 10_000, ratio: 20 } as const

type Picture = { file_format: string; bytes: number; width: number | null; height: number | null }

function isPicture({ file_format, bytes, width, height }: Picture): boolean {
  if (!width || !height || file_format === 'gif') return false
  const isImage = imageFormats.some((format) => format === file_format)
  const isSquarish = Math.max(width, height) <= picture.ratio * Math.min(width, height)
  return isImage && isSquarish && bytes <= picture.bytes && width + height <= picture.sides
}

/** Message with one file of the listing under review, sent as a reply to the review card. */
export const cardFile: MessageKind<'moderation_file'> = {
  async compose(ctx, { task_id, file_id }, { chat_id }) {
    const file = await ctx.db
      .selectFrom('moderation_tasks as task')
      .innerJoin('files as file', 'file.listing_id', 'task.listing_id')
      .select([
        'file.name',
        'file.storage_key',
        'file.file_format',
        'file.bytes',
        'file.width',
        'file.height',
      ])
      .select(['task.chat_id', 'task.message_id', 'task.applied_at'])
      .where('task.id', '=', task_id)
      .where('file.id', '=', file_id)
      .where('file.deleted_at', 'is', null)
      .executeTakeFirst()
    // Files of a submission that is decided or withdrawn are not sent any more.
    if (!file || file.applied_at) return null
    const { name, storage_key, message_id } = file
    const type = isPicture(file) ? ('photo' as const) : ('document' as const)
    return {
      text: '',
      media: { type, storage_key, name },
      ...(message_id && file.chat_id === chat_id && { reply_to_message_id: message_id }),
    }
  },
}

/**
 * Sends each file of the listing under review once, as a reply to the review card.
 * @param again key that is unique to a press of the button that asks for all files again
 */
export async function sendFiles(
  ctx: Context,
  tx: Tx,
  { task_id, chat_id, again }: { task_id: number; chat_id: number; again?: string },
): Promise<void> {
  const files = await tx
    .selectFrom('moderation_tasks as task')
    .innerJoin('files as file', 'file.listing_id', 'task.listing_id')
    .select('file.id')
    .where('task.id', '=', task_id)
    .where('task.subject', 'in', ['listing', 'revision'])
    .where('file.deleted_at', 'is', null)
    .orderBy('file.id')
    .execute()
  if (files.length === 0) return
  const priority = await priorityOf(tx, task_id)
  for (const { id: file_id } of files)
    await queueDelivery(ctx, tx, {
      to: { chat_id },
      kind: 'moderation_file',
      payload: { task_id, file_id },
      dedupe_key: ['moderation_file', task_id, file_id, ...(again ? [again] : [])].join(':'),
      priority,
    })
}
