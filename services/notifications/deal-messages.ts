import { limits } from '#contract/limits.ts'
import { escapeHtml, say, shorten, withButton } from './format.ts'
import type { MessageKind, MessageKinds, Recipient } from './kinds.ts'
import { dateFor } from './order-messages.ts'
import { findDealNews } from './queries.ts'

type News = NonNullable<Awaited<ReturnType<typeof findDealNews>>>
type DealKind = Extract<keyof MessageKinds, `work_${string}`>

const dayMs = 24 * 60 * 60_000
const remarkLength = 500

/** Until when the author may answer; null where nothing waits for them. */
function answerBy(reader: Recipient, { status, handed_in_at }: News): string | null {
  if (status !== 'in_progress' || handed_in_at === null) return null
  const until = new Date(Date.parse(handed_in_at) + limits.deal.acceptDays * dayMs)
  return dateFor(reader, until.toISOString())
}

const isAtWork = ({ status, handed_in_at }: News) => status === 'in_progress' && handed_in_at === null

/** A message about a deal, told only while it is true; `words` gives what stands in it, or null. */
function aboutDeal<K extends DealKind>(
  kind: K,
  words: (news: News, reader: Recipient) => Record<string, string> | null,
  below: (news: News) => string | null = () => null,
): MessageKind<K> {
  return {
    async compose(ctx, { listing_id }, reader) {
      const news = await findDealNews(ctx.db, listing_id)
      const parameters = news && words(news, reader)
      if (!news || !parameters) return null
      const quote = below(news)
      const text = say(reader, kind, { title: news.title, ...parameters })
      const whole = quote ? `${text}\n\n${escapeHtml(shorten(quote, remarkLength))}` : text
      return withButton(ctx, reader, whole, 'order', { page: 'order', id: listing_id })
    },
  }
}

const untilAnswer = (news: News, reader: Recipient) => {
  const date = answerBy(reader, news)
  return date === null ? null : { date }
}

/** What the two sides of running work are told. */
export const dealMessages = {
  work_handed_in: aboutDeal('work_handed_in', untilAnswer),
  work_unanswered: aboutDeal('work_unanswered', untilAnswer),
  work_accepted: aboutDeal('work_accepted', ({ status }) => (status === 'completed' ? {} : null)),
  work_returned: aboutDeal(
    'work_returned',
    (news) => (isAtWork(news) && news.returned_at ? {} : null),
    ({ remark }) => remark,
  ),
  work_due: aboutDeal('work_due', (news, reader) =>
    isAtWork(news) && news.due_at ? { date: dateFor(reader, news.due_at) } : null,
  ),
} satisfies Partial<MessageKinds>
