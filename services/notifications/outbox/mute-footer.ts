import { isUnasked, type MutableKind, notifications } from '#contract/notifications.ts'
import { translateFor } from '#services/notifications/format.ts'
import type { DeliveryKind, Outgoing, Recipient } from '#services/notifications/kinds.ts'

/** Callback data of the button that mutes a kind of messages or unmutes it. */
export function mutePress(kind: MutableKind, isMuted: boolean): string {
  return `v1:${isMuted ? 'mute' : 'unmute'}:${kind}`
}

/**
 * Appends to a message that nobody asked for the reason why it was sent, and the button that mutes its kind. Messages
 * about the reader's own things stay as they are, so that one press never silences a choice or a payment.
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
