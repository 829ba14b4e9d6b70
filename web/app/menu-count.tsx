import { useQuery } from '@tanstack/react-query'
import { query } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { unread } from '#web/features/chat/queries.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { CountBadge } from '#web/ui/count-dot.tsx'

const chatPollMs = 15_000
const responsesPollMs = 30_000

export type MenuCountProps = { to: string; className?: string }

/** Badge at the icon of a menu entry: the number of unread messages, or of responses that a client has not seen. */
export default function MenuCount({ to, className }: MenuCountProps) {
  const { t } = useTranslation()
  const countsResponses = useMe()?.is_client === true && to === '/responses'
  const messages = useQuery({ ...unread(), refetchInterval: chatPollMs, enabled: to === '/chat' })
  const responses = useQuery({
    ...query('GET /api/users/new_responses'),
    refetchInterval: responsesPollMs,
    enabled: countsResponses,
  })
  const count =
    to === '/chat' ? messages.data?.unread_count : countsResponses ? responses.data?.count : undefined
  const label = to === '/chat' ? 'a11y.unread' : 'listings.newResponses'
  return count ? <CountBadge count={count} label={t(label, { count })} className={className} /> : null
}
