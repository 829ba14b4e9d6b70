import type { Update } from './types.ts'
import type { World } from './world.ts'

/** Kinds a bot gets only when it asks for them by name. */
const onDemand = new Set(['chat_member', 'message_reaction', 'message_reaction_count'])

/** Puts an update in the bot's queue unless the bot did not ask for its kind. */
export function pushUpdate(world: World, kind: string, content: unknown): Update | undefined {
  const allowed = world.data.allowed_updates
  if (allowed?.length ? !allowed.includes(kind) : onDemand.has(kind)) return undefined
  const update: Update = { update_id: world.data.next_update_id++, [kind]: content }
  world.data.updates.push(update)
  world.bus.emit({ type: 'update', kind, update })
  return update
}

/** The conversation an update belongs to: updates of one conversation are delivered in order. */
export function conversationOf(update: Update): string {
  for (const [kind, content] of Object.entries(update)) {
    if (kind === 'update_id' || typeof content !== 'object' || content === null) continue
    const { chat, message, from } = content as {
      chat?: { id: number }
      message?: { chat: { id: number } }
      from?: { id: number }
    }
    return String(chat?.id ?? message?.chat.id ?? from?.id ?? kind)
  }
  return 'none'
}
