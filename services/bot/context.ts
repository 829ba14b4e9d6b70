import type { Context as GrammyContext } from 'grammy'
import type { User } from '#services/users/remember.ts'

/** An update of somebody we know; `person` is set before any feature sees it. */
export type BotContext = GrammyContext & { person: User }
