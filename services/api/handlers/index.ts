import type { Handlers } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { adminHandlers } from './admin.ts'
import { adminDirectoryHandlers } from './admin-directories.ts'
import { adminModerationHandlers } from './admin-moderation.ts'
import { adminMoneyHandlers } from './admin-money.ts'
import { adminPeopleHandlers } from './admin-people.ts'
import { adminQueueHandlers } from './admin-queue.ts'
import { adminSupportHandlers } from './admin-support.ts'
import { chatHandlers } from './chat.ts'
import { favoriteHandlers } from './favorites.ts'
import { fileHandlers } from './files.ts'
import { editHandlers } from './listing-edits.ts'
import { listingHandlers } from './listings.ts'
import { moderationHandlers } from './moderation.ts'
import { paymentHandlers } from './payments.ts'
import { profileHandlers } from './profile.ts'
import { referenceHandlers } from './reference.ts'
import { relationHandlers } from './relations.ts'
import { responseHandlers } from './responses.ts'
import { sharingHandlers } from './sharing.ts'
import { userHandlers } from './users.ts'

/** A handler for every call of the contract; one too few does not compile. */
export const handlers: Handlers<Calls, GuestContext, UserContext> = {
  ...adminHandlers,
  ...adminModerationHandlers,
  ...adminMoneyHandlers,
  ...adminQueueHandlers,
  ...adminSupportHandlers,
  ...adminPeopleHandlers,
  ...adminDirectoryHandlers,
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
