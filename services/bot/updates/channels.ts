import { Composer } from 'grammy'
import type { BotContext } from '#services/bot/context.ts'
import { noteMembership } from '#services/channels/rights.ts'
import type { Context } from '#services/core/context.ts'

/** Stores the bot's rights in a channel when an administrator of the channel changes them. */
export function channels(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.on('my_chat_member').filter(
    ({ chat }) => chat.type === 'channel',
    async ({ chat, myChatMember }) => {
      const { id, title = '', username } = chat
      await noteMembership(app, { id, title, username }, myChatMember.new_chat_member)
    },
  )
  return composer
}
