import { confirmationMessages } from '#services/admin/confirmations/messages.ts'
import { moderationMessages } from '#services/moderation/messages.ts'
import type { MessageKinds } from '#services/notifications/kinds.ts'
import { messages } from '#services/notifications/messages.ts'
import { reportMessages } from '#services/payments/register/messages.ts'

/** Everything that the product says in Telegram of its own accord. */
export const everyMessage: MessageKinds = {
  ...messages,
  ...moderationMessages,
  ...confirmationMessages,
  ...reportMessages,
}
