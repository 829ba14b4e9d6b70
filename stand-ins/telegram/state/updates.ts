import type { Update } from './types.ts'
import type { World } from './world.ts'

/** Kinds of updates that Telegram sends only if the bot lists them in `allowed_updates`. */
const onlyIfListed = new Set(['chat_member', 'message_reaction', 'message_reaction_count'])

/** Queues an update for the bot, if the bot wants its kind. */
export function pushUpdate(world: World, kind: string, content: unknown): Update | undefined {
  const allowedUpdates = world.data.allowed_updates
  if (allowedUpdates?.length ? !allowedUpdates.includes(kind) : onlyIfListed.has(kind)) return undefined
  const update: Update = { update_id: world.data.next_update_id++, [kind]: content }
  world.data.updates.push(update)
  world.bus.emit({ type: 'update', kind, update })
  return update
}

/** Kinds of updates that Telegram queues per person instead of per chat (Client.cpp, webhook_queue_id). */
const queuedPerPerson = new Set([
  'inline_query',
  'chosen_inline_result',
  'callback_query',
  'pre_checkout_query',
  'my_chat_member',
])

/** Conversation that an update belongs to. Updates of one conversation are delivered in order. */
export function conversationOf(update: Update): string {
  const perPersonKind = Object.keys(update).find((kind) => queuedPerPerson.has(kind))
  if (perPersonKind)
    return `${perPersonKind} of ${(update[perPersonKind] as { from: { id: number } }).from.id}`
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
