import { confirmationMessages } from '#services/admin/confirmations/messages.ts'
import { moderationMessages } from '#services/moderation/messages.ts'
import type { MessageKinds } from '#services/notifications/kinds.ts'
import { messages } from '#services/notifications/messages.ts'
import { staffChatMessages } from '#services/operations/staff-chats/messages.ts'
import { caseMessages } from '#services/payments/case-messages.ts'
import { reportMessages } from '#services/payments/register/messages.ts'
import { responseLetters } from '#services/responses/letters.ts'
import { orderDrawings } from '#services/responses/order-message.ts'
import { supportMessages } from '#services/support/messages.ts'

/** Everything that the product says in Telegram of its own accord. */
export const everyMessage: MessageKinds = {
  ...messages,
  ...moderationMessages,
  ...confirmationMessages,
  ...caseMessages,
  ...reportMessages,
  ...responseLetters,
  ...supportMessages,
  ...staffChatMessages,
  ...orderDrawings,
}
