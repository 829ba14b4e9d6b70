import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/client/use-translation.ts'
import { unread } from '#web/features/chat/queries.ts'
import { CountBadge } from '#web/ui/count-dot.tsx'

const pollMs = 15_000

/** Number of unread messages, shown at the menu's chat icon. */
export default function UnreadDot({ className }: { className?: string }) {
  const { t } = useTranslation()
  const unreadQuery = useQuery({ ...unread(), refetchInterval: pollMs })
  const count = unreadQuery.data?.unread_count
  return count ? <CountBadge count={count} label={t('a11y.unread', { count })} className={className} /> : null
}
