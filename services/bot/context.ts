import type { Context as GrammyContext } from 'grammy'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import type { User } from '#services/users/accounts.ts'

/** An update of somebody we know; `person` is set before any feature sees it. */
export type BotContext = GrammyContext & { person: User }

/** The person of an update as somebody who acts in the product. */
export function actorOf(app: Context, { person, update }: BotContext): ActorContext {
  return { ...app, request_id: `update-${update.update_id}`, viewer: { id: person.id } }
}
