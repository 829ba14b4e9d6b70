import type { Db } from '#db/index.ts'
import { say, supportButton } from './format.ts'
import type { MessageKind, MessageKinds } from './kinds.ts'
import { paid } from './price.ts'
import { findRefundNews } from './queries.ts'

async function findAccount(db: Db, user_id: number) {
  return db
    .selectFrom('users')
    .select(['status', 'block_reason'])
    .where('id', '=', user_id)
    .executeTakeFirst()
}

/** Sent only while the account still is in that state. */
function aboutAccount<K extends 'account_blocked' | 'account_restored'>(
  kind: K,
  status: 'blocked' | 'active',
): MessageKind<K> {
  return {
    async compose(ctx, { user_id }, reader) {
      const person = await findAccount(ctx.db, user_id)
      if (person?.status !== status) return null
      const reason = person.block_reason ?? say(reader, 'account_blocked.no_reason')
      const text = say(reader, kind, { reason })
      // Nothing else of the product opens for them.
      return status === 'active' ? { text } : { text, keyboard: [[supportButton(ctx.config, reader)]] }
    },
  }
}

const paymentRefunded: MessageKind<'payment_refunded'> = {
  async compose(ctx, { payment_id }, reader) {
    const news = await findRefundNews(ctx.db, payment_id)
    if (news?.state !== 'refunded') return null
    const { title, amount, currency } = news
    // Stars are back at once; a bank takes days.
    const how = currency === 'XTR' ? 'payment_refunded.stars' : 'payment_refunded'
    return { text: say(reader, how, { title, amount: paid(reader.language, amount, currency) }) }
  },
}

/** Sent only while the money still waits for a person. */
const paymentHeld: MessageKind<'payment_held'> = {
  async compose(ctx, { payment_id }, reader) {
    const news = await findRefundNews(ctx.db, payment_id)
    if (!news?.is_held) return null
    return { text: say(reader, 'payment_held', { title: news.title }) }
  },
}

const paymentCredited: MessageKind<'payment_credited'> = {
  async compose(ctx, { payment_id }, reader) {
    const news = await findRefundNews(ctx.db, payment_id)
    if (!news?.is_credited) return null
    const what = news.kind === 'response' ? 'boost' : 'publication'
    return { text: say(reader, `payment_credited.${what}`, { title: news.title }) }
  },
}

/** What a person learns about their own access and money. */
export const accountMessages: Pick<
  MessageKinds,
  'account_blocked' | 'account_restored' | 'payment_refunded' | 'payment_credited' | 'payment_held'
> = {
  payment_held: paymentHeld,
  payment_refunded: paymentRefunded,
  payment_credited: paymentCredited,
  account_blocked: aboutAccount('account_blocked', 'blocked'),
  account_restored: aboutAccount('account_restored', 'active'),
}
