import { translate } from '#services/core/i18n.ts'
import type { MessageKind } from '#services/notifications/kinds.ts'
import { promisedTime } from './service-times.ts'

type Paid = MessageKind<'payment_confirmed'>

/** Adds to the message that something went to the moderators how long that takes, where it was measured. */
export function withPromise(kind: Paid): Paid {
  return {
    async compose(ctx, { listing_id }, reader) {
      const said = await kind.compose(ctx, { listing_id }, reader)
      if (!said) return said
      const listing = await ctx.db
        .selectFrom('listings')
        .select('status')
        .where('id', '=', listing_id)
        .executeTakeFirst()
      const promised = listing?.status === 'moderation' && (await promisedTime(ctx))
      if (!promised) return said
      const words = translate(reader.language)(`bot.moderation.usual.${promised.unit}`, {
        count: promised.count,
      })
      return { ...said, text: `${said.text} ${words}` }
    },
  }
}
