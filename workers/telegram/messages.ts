import { confirmationMessages } from '#services/admin/confirmations/messages.ts'
import { moderationMessages } from '#services/moderation/messages/messages.ts'
import type { MessageKinds } from '#services/notifications/kinds.ts'
import { messages } from '#services/notifications/messages.ts'
import { staffChatMessages } from '#services/operations/staff-chats/messages.ts'
import { caseMessages } from '#services/payments/cases/case-messages.ts'
import { reportMessages } from '#services/payments/register/messages.ts'
import { responseMessages } from '#services/responses/author-message/messages.ts'
import { orderDrawings } from '#services/responses/messages/order-message.ts'
import { supportMessages } from '#services/support/messages.ts'

/** All messages that the product sends in Telegram on its own. */
export const everyMessage: MessageKinds = {
  ...messages,
  ...moderationMessages,
  ...confirmationMessages,
  ...caseMessages,
  ...reportMessages,
  ...responseMessages,
  ...supportMessages,
  ...staffChatMessages,
  ...orderDrawings,
}
