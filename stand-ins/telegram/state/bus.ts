/** Events that the desk page, waiting tests and the saving of the state listen to. */
export type WorldEvent =
  | { type: 'message'; chat_id: number; message_id: number; message: unknown }
  | { type: 'message_edited'; chat_id: number; message_id: number; message: unknown }
  | { type: 'message_deleted'; chat_id: number; message_id: number }
  | { type: 'chat'; chat_id: number }
  | { type: 'person'; user_id: number }
  | { type: 'chat_action'; chat_id: number; action: string }
  | { type: 'update'; kind: string; update: unknown }
  | { type: 'call'; call: unknown }
  | { type: 'callback_answer'; query_id: string; user_id: number; answer: unknown }
  | { type: 'bot_settings' }
  | { type: 'guide' }
  | { type: 'reset' }

export interface Bus {
  emit(event: WorldEvent): void
  listen(listener: (event: WorldEvent) => void): () => void
}

export function createBus(): Bus {
  const listeners = new Set<(event: WorldEvent) => void>()
  return {
    emit(event) {
      for (const listener of [...listeners]) listener(event)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
