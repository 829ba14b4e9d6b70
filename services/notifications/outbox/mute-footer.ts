import { isMutable, type MutableKind, notifications } from '#contract/notifications.ts'
import { translateFor } from '#services/notifications/format.ts'
import type { DeliveryKind, Outgoing, Recipient } from '#services/notifications/kinds.ts'

/** Callback data of the button that mutes a kind of messages or unmutes it. */
export function mutePress(kind: MutableKind, isMuted: boolean): string {
  return `v1:${isMuted ? 'mute' : 'unmute'}:${kind}`
}

/** Appends to a message the reason why it was sent, and the button that mutes its kind. */
export function withFooter(kind: DeliveryKind, outgoing: Outgoing, reader: Recipient): Outgoing {
  const reason = notifications[kind].reason
  if (reason === null || !reader.is_private) return outgoing
  const { text, keyboard = [], why = { key: reason }, instead, ...rest } = outgoing
  const reasonText = translateFor(reader, `why.${why.key}`, why.parameters)
  const mute = isMutable(kind)
    ? [[{ text: translateFor(reader, 'button.mute'), callback_data: mutePress(kind, true) }]]
    : []
  const replacement = instead && { instead: withFooter(kind, instead, reader) }
  return {
    ...rest,
    ...replacement,
    text: `${text}\n\n<i>${reasonText}</i>`,
    keyboard: [...keyboard, ...mute],
  }
}
