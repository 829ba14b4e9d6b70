import { translate } from '#services/core/text/i18n.ts'
import { promisedTime } from '#services/moderation/queue/service-times.ts'
import type { MessageKind } from '#services/notifications/kinds.ts'

type PaymentMessage = MessageKind<'payment_confirmed'>

/** Adds the usual review time to the message about a submission, if enough decisions were measured. */
export function withReviewTime(kind: PaymentMessage): PaymentMessage {
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
