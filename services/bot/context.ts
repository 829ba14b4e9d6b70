import type { Context as GrammyContext } from 'grammy'
import type { Context } from '#services/core/context.ts'
import { markRecentWriter } from '#services/core/read-replica.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import type { StaffGroup } from '#services/notifications/staff-chats.ts'
import type { User } from '#services/users/account/accounts.ts'

/**
 * A question that the bot asked and whose answer it waits for. The feature that asked decides what `subject_id` and
 * `details` mean.
 */
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
  /** Names of the staff groups, such as the moderators, that use the chat of this update. */
  groups: StaffGroup[]
  /** Question of the bot that the update's message answers. */
  prompt?: Prompt
  /**
   * True if the update is a further photo of an album, and an earlier photo of the album has already answered the bot's
   * question.
   */
  isMoreOfAlbum?: boolean
}

/**
 * Returns a context in which the sender of an update acts in service calls. It also marks the person as a recent
 * writer, so that for a while their lists are read from the primary database.
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
