import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/client/use-translation.ts'
import { Dot } from '#web/ui/dot.tsx'
import { unread } from './queries.ts'

const lookMs = 15_000

/** How many messages wait, on the menu's chats. */
export default function UnreadDot({ className }: { className?: string }) {
  const { t } = useTranslation()
  const found = useQuery({ ...unread(), refetchInterval: lookMs })
  const count = found.data?.unread_count
  return count ? <Dot count={count} label={t('a11y.unread', { count })} className={className} /> : null
}
