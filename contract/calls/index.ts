import { adminCalls } from './admin.ts'
import { adminAuditCalls } from './admin-audit.ts'
import { adminChannelCalls } from './admin-channels.ts'
import { adminDirectoryCalls } from './admin-directories.ts'
import { adminModerationCalls } from './admin-moderation.ts'
import { adminMoneyCalls } from './admin-money.ts'
import { adminPeopleCalls } from './admin-people.ts'
import { adminQueueCalls } from './admin-queue.ts'
import { adminReportCalls } from './admin-reports.ts'
import { adminSupportCalls } from './admin-support.ts'
import { authCalls } from './auth.ts'
import { chatCalls } from './chat.ts'
import { collectionCalls } from './collection.ts'
import { dealCalls } from './deals.ts'
import { editCalls } from './edits.ts'
import { favoriteCalls } from './favorites.ts'
import { fileCalls } from './files.ts'
import { funnelCalls } from './funnel.ts'
import { homeCalls } from './home.ts'
import { invitationCalls } from './invitations.ts'
import { moderationCalls } from './moderation.ts'
import { orderCalls } from './orders.ts'
import { ownNumberCalls } from './own-numbers.ts'
import { paymentCalls } from './payments.ts'
import { profileCalls } from './profile.ts'
import { profileEntryCalls } from './profile-entries.ts'
import { referenceCalls } from './reference.ts'
import { relationCalls } from './relations.ts'
import { responseCalls } from './responses.ts'
import { serviceRequestCalls } from './service-requests.ts'
import { serviceCalls } from './services.ts'
import { settingCalls } from './settings.ts'
import { sharingCalls } from './sharing.ts'
import { userCalls } from './users.ts'
import { vacancyCalls } from './vacancies.ts'

/** All calls of the product. */
export const calls = {
  ...authCalls,
  ...adminCalls,
  ...adminModerationCalls,
  ...adminMoneyCalls,
  ...adminQueueCalls,
  ...adminReportCalls,
  ...adminSupportCalls,
  ...adminAuditCalls,
  ...adminPeopleCalls,
  ...adminDirectoryCalls,
  ...adminChannelCalls,
  ...userCalls,
  ...homeCalls,
  ...ownNumberCalls,
  ...collectionCalls,
  ...invitationCalls,
  ...funnelCalls,
  ...profileCalls,
  ...profileEntryCalls,
  ...serviceCalls,
  ...serviceRequestCalls,
  ...settingCalls,
  ...relationCalls,
  ...moderationCalls,
  ...orderCalls,
  ...dealCalls,
  ...vacancyCalls,
  ...responseCalls,
  ...editCalls,
  ...paymentCalls,
  ...favoriteCalls,
  ...fileCalls,
  ...chatCalls,
  ...referenceCalls,
  ...sharingCalls,
}
export type Calls = typeof calls
