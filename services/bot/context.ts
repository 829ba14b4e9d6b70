import type { Context as GrammyContext } from 'grammy'
import type { Context } from '#services/core/context.ts'
import { markRecentWriter } from '#services/core/read-replica.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import type { StaffGroup } from '#services/notifications/staff-chats.ts'
import type { User } from '#services/users/account/accounts.ts'

/** A question of the bot. `subject_id` and `details` belong to the feature that asked. */
export type Prompt = {
  id: number
  kind: string
  subject_id: number | null
  details: Record<string, unknown>
  chat_id: number
  /** Message id of the bot's question. */
  message_id: number
}

/** Context of an update. Middleware sets `groups`, `person` and `prompt` before any feature runs. */
export type BotContext = GrammyContext & {
  person: User
  /** Staff groups for which this chat is configured. */
  groups: StaffGroup[]
  /** Prompt of the bot that this message answers. */
  prompt?: Prompt
  /** True if an earlier part of the same album has already answered the prompt. */
  isMoreOfAlbum?: boolean
}

/**
 * Person of the update as the actor of a service call. Marks the person as writing: their lists are read from the
 * primary for a while.
 */
export function actorOf(app: Context, { person, callbackQuery }: BotContext): ActorContext {
  void markRecentWriter(app, person.id)
  const { message_id } = callbackQuery?.message ?? {}
  return {
    ...app,
    viewer: { id: person.id },
    ...(message_id && { pressed_message_id: message_id }),
  }
}
