import type { z } from 'zod'
import type { adminChannelCalls, Channel } from '#contract/calls/admin-channels.ts'
import { AppError } from '#contract/errors.ts'
import type { UserContext } from '#services/core/request-context.ts'

type ChannelReply = z.output<typeof Channel>
type ListReply = z.output<(typeof adminChannelCalls)['GET /api/admin/channels']['reply']>
type PreviewReply = z.output<(typeof adminChannelCalls)['GET /api/admin/channels/:id/preview']['reply']>

/** Lists the connected channels with their figures. */
export async function listChannels(_ctx: UserContext): Promise<ListReply> {
  return { items: [], posted_today: 0, edited_today: 0, waiting: 0, waiting_since: null }
}

/** @throws not_found if the channel is not connected */
export async function getChannel(_ctx: UserContext, _id: number): Promise<ChannelReply> {
  throw new AppError('not_found')
}

/** Returns the newest listing that the channel takes as it would be posted. @throws not_found */
export async function previewPost(_ctx: UserContext, _id: number): Promise<PreviewReply> {
  throw new AppError('not_found')
}
