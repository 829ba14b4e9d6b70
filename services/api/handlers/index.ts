import type { Handlers } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { adminHandlers } from '#services/api/handlers/admin/admin.ts'
import { channelHandlers } from '#services/api/handlers/admin/channels.ts'
import { adminModerationHandlers } from '#services/api/handlers/admin/moderation.ts'
import { editHandlers } from '#services/api/handlers/listings/edits.ts'
import { listingHandlers } from '#services/api/handlers/listings/listings.ts'
import { favoriteHandlers } from '#services/api/handlers/people/favorites.ts'
import { profileHandlers } from '#services/api/handlers/people/profile.ts'
import { userHandlers } from '#services/api/handlers/people/users.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { chatHandlers } from './chat.ts'
import { fileHandlers } from './files.ts'
import { moderationHandlers } from './moderation.ts'
import { paymentHandlers } from './payments.ts'
import { serviceHandlers } from './people/service-requests.ts'
import { referenceHandlers } from './reference.ts'
import { relationHandlers } from './relations.ts'
import { responseHandlers } from './responses.ts'
import { sharingHandlers } from './sharing.ts'

/** Handlers of all calls of the contract. The code does not compile while a call has no handler. */
export const handlers: Handlers<Calls, GuestContext, UserContext> = {
  ...adminHandlers,
  ...channelHandlers,
  ...adminModerationHandlers,
  ...userHandlers,
  ...profileHandlers,
  ...relationHandlers,
  ...listingHandlers,
  ...editHandlers,
  ...moderationHandlers,
  ...responseHandlers,
  ...paymentHandlers,
  ...favoriteHandlers,
  ...fileHandlers,
  ...chatHandlers,
  ...referenceHandlers,
  ...serviceHandlers,
  ...sharingHandlers,
}
