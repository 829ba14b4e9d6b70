import { confirmationMessages } from '#services/admin/confirmations/messages.ts'
import { channelMessages } from '#services/channels/messages.ts'
import { newMessage } from '#services/chat/push.ts'
import { dealMessages } from '#services/deals/messages.ts'
import { listingMessages } from '#services/listings/messages/messages.ts'
import { orderMessages } from '#services/listings/messages/order-messages.ts'
import { moderationMessages } from '#services/moderation/messages/messages.ts'
import type { MessageKinds } from '#services/notifications/kinds.ts'
import { fileCopy } from '#services/notifications/telegram/file-copies.ts'
import { operationsMessages } from '#services/operations/alarms/messages.ts'
import { staffChatMessages } from '#services/operations/staff-chats/messages.ts'
import { caseMessages } from '#services/payments/cases/messages.ts'
import { refundMessages } from '#services/payments/refunds/messages.ts'
import { reportMessages } from '#services/payments/register/messages.ts'
import { requestMessages } from '#services/requests/messages.ts'
import { authorMessages } from '#services/responses/author-message/messages.ts'
import { invitationMessages } from '#services/responses/invitations/messages.ts'
import { responseMessages } from '#services/responses/messages/messages.ts'
import { orderDrawings } from '#services/responses/messages/order-message.ts'
import { supportMessages } from '#services/support/messages.ts'
import { accountMessages } from '#services/users/account/messages.ts'

/** All kinds of messages that the product sends in Telegram on its own. */
export const everyMessage: MessageKinds = {
  ...listingMessages,
  ...orderMessages,
  ...responseMessages,
  ...invitationMessages,
  ...dealMessages,
  ...requestMessages,
  ...accountMessages,
  ...refundMessages,
  ...operationsMessages,
  new_message: newMessage,
  file_copy: fileCopy,
  ...moderationMessages,
  ...confirmationMessages,
  ...caseMessages,
  ...reportMessages,
  ...authorMessages,
  ...supportMessages,
  ...staffChatMessages,
  ...channelMessages,
  ...orderDrawings,
}
