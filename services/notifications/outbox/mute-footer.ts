import { isUnasked, type MutableKind, notifications } from '#contract/notifications.ts'
import { translateFor } from '#services/notifications/format.ts'
import type { DeliveryKind, Outgoing, Recipient } from '#services/notifications/kinds.ts'

/** Callback data of the button that mutes or unmutes a kind of messages. */
export function mutePress(kind: MutableKind, isMuted: boolean): string {
  return `v1:${isMuted ? 'mute' : 'unmute'}:${kind}`
}

/**
 * Appends a footer to a message that its reader did not cause: the reason why it was sent, and a button that mutes
 * messages of this kind. Other messages, such as those about a choice or a payment, get no footer, so that nobody mutes
 * them by one press.
 */
export function withFooter(kind: DeliveryKind, outgoing: Outgoing, reader: Recipient): Outgoing {
  const { reason } = notifications[kind]
  if (reason === null || !isUnasked(kind) || !reader.is_private) return outgoing
  const { text, keyboard = [], why = { key: reason }, instead, ...rest } = outgoing
  const reasonText = translateFor(reader, `why.${why.key}`, why.parameters)
  const mute = { text: translateFor(reader, `button.mute.${kind}`), callback_data: mutePress(kind, true) }
  const replacement = instead && { instead: withFooter(kind, instead, reader) }
  return {
    ...rest,
    ...replacement,
    text: `${text}\n\n<i>${reasonText}</i>`,
    keyboard: [...keyboard, [mute]],
  }
}
