import type { adminChannelCalls } from '#contract/calls/admin-channels.ts'
import type { Handlers } from '#contract/calls/call.ts'
import {
  changeChannel,
  checkChannel,
  connectChannel,
  pauseChannel,
  removeChannel,
} from '#services/channels/actions.ts'
import { getChannel, listChannels, previewPost } from '#services/channels/queries.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'

export const channelHandlers: Handlers<typeof adminChannelCalls, GuestContext, UserContext> = {
  'GET /api/admin/channels': (ctx) => listChannels(ctx),
  'POST /api/admin/channels': async (ctx, { body }) => getChannel(ctx, await connectChannel(ctx, body)),
  'POST /api/admin/channels/:id/settings': async (ctx, { params, body }) => {
    await changeChannel(ctx, params.id, body)
    return getChannel(ctx, params.id)
  },
  'POST /api/admin/channels/:id/paused': async (ctx, { params, body }) => {
    await pauseChannel(ctx, params.id, body.is_paused)
    return getChannel(ctx, params.id)
  },
  'POST /api/admin/channels/:id/check': async (ctx, { params }) => {
    await checkChannel(ctx, params.id)
    return getChannel(ctx, params.id)
  },
  'DELETE /api/admin/channels/:id': async (ctx, { params }) => {
    await removeChannel(ctx, params.id)
    return { ok: true }
  },
  'GET /api/admin/channels/:id/preview': (ctx, { params }) => previewPost(ctx, params.id),
}
