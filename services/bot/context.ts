import type { Context as GrammyContext } from 'grammy'
import type { Context } from '#services/core/context.ts'
import { markWriting } from '#services/core/read-replica.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import type { StaffGroup } from '#services/notifications/staff-chats.ts'
import type { User } from '#services/users/account/accounts.ts'

/** What the bot has asked somebody to write; `subject_id` and `details` are the asking feature's own. */
export type Prompt = {
  id: number
  kind: string
  subject_id: number | null
  details: Record<string, unknown>
  chat_id: number
  /** The bot's question. */
  message_id: number
}

/** An update of somebody we know; `person` and `prompt` are set before any feature sees it. */
export type BotContext = GrammyContext & {
  person: User
  /** The groups of the staff that the chat of this update is. */
  groups: StaffGroup[]
  /** What the bot has asked and this message answers. */
  prompt?: Prompt
  /** An earlier part of the same album was the answer. */
  isMoreOfAlbum?: boolean
}

/** The person of an update as somebody who acts in the product. */
export function actorOf(app: Context, { person, callbackQuery }: BotContext): ActorContext {
  void markWriting(app, person.id)
  const { message_id } = callbackQuery?.message ?? {}
  return {
    ...app,
    viewer: { id: person.id },
    ...(message_id && { pressed_message_id: message_id }),
  }
}
