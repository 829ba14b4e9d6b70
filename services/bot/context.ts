import type { Context as GrammyContext } from 'grammy'
import { noteWriting } from '#services/core/aside.ts'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import type { StaffGroup } from '#services/notifications/staff-chats.ts'
import type { User } from '#services/users/accounts.ts'
import type { Prompt } from './prompt-rows.ts'

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
  void noteWriting(app, person.id)
  const { message_id } = callbackQuery?.message ?? {}
  return {
    ...app,
    viewer: { id: person.id },
    ...(message_id && { pressed_message_id: message_id }),
  }
}
