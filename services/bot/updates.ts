/** What we ask Telegram to tell; leaving the list out would keep an older one. */
export const updateKinds = [
  'message',
  'callback_query',
  'my_chat_member',
  'pre_checkout_query',
  'inline_query',
  'chosen_inline_result',
] as const

/** One of the two ways in which updates come. */
export type Receiving = {
  /** Rejects when no more updates will come. */
  ended: Promise<void>
  /** Takes no more and finishes those under way. */
  stop(): Promise<void>
}
