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

/** Sent only while the account is still in this state. */
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
      // A blocked person can open nothing but support.
      return status === 'active' ? { text } : { text, keyboard: [[supportButton(ctx.config, reader)]] }
    },
  }
}

const paymentRefunded: MessageKind<'payment_refunded'> = {
  async compose(ctx, { payment_id }, reader) {
    const news = await findRefundNews(ctx.db, payment_id)
    if (news?.state !== 'refunded') return null
    const { title, amount, currency } = news
    // Stars are returned at once; a bank takes days.
    const key = currency === 'XTR' ? 'payment_refunded.stars' : 'payment_refunded'
    return { text: say(reader, key, { title, amount: paid(reader.language, amount, currency) }) }
  },
}

/** Sent only while the payment still waits for a decision of the staff. */
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
    const subject = news.kind === 'response' ? 'boost' : 'publication'
    return { text: say(reader, `payment_credited.${subject}`, { title: news.title }) }
  },
}

/** Messages about a person's account and money. */
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
