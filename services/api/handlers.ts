import type { Handlers } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { adminHandlers } from '#services/admin/handlers.ts'
import { adminModerationHandlers } from '#services/admin/moderation-handlers.ts'
import { adminMoneyHandlers } from '#services/admin/money-handlers.ts'
import { chatHandlers } from '#services/chat/handlers.ts'
import { favoriteHandlers } from '#services/favorites/handlers.ts'
import { fileHandlers } from '#services/files/handlers.ts'
import { editHandlers } from '#services/listings/edit-handlers.ts'
import { listingHandlers } from '#services/listings/handlers.ts'
import { moderationHandlers } from '#services/moderation/handlers.ts'
import { paymentHandlers } from '#services/payments/handlers.ts'
import { referenceHandlers } from '#services/reference/handlers.ts'
import { relationHandlers } from '#services/relations/handlers.ts'
import type { GuestContext, UserContext } from '#services/request-context.ts'
import { responseHandlers } from '#services/responses/handlers.ts'
import { sharingHandlers } from '#services/sharing/handlers.ts'
import { userHandlers } from '#services/users/handlers.ts'
import { profileHandlers } from '#services/users/profile-handlers.ts'

/** A handler for every call of the contract; one too few does not compile. */
export const handlers: Handlers<Calls, GuestContext, UserContext> = {
  ...adminHandlers,
  ...adminModerationHandlers,
  ...adminMoneyHandlers,
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
  ...sharingHandlers,
}
