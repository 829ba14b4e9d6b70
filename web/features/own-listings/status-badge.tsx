import {
  Archive,
  CalendarX,
  CircleCheck,
  CircleX,
  EyeOff,
  Hammer,
  type LucideIcon,
  ShieldCheck,
  Wallet,
} from 'lucide-react'
import type { ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const looks: Record<ListingStatus, { words: string; tone?: BadgeTone; icon: LucideIcon }> = {
  draft: { words: 'unpaid', tone: 'warn', icon: Wallet },
  awaiting_payment: { words: 'unpaid', tone: 'warn', icon: Wallet },
  moderation: { words: 'moderation', tone: 'accent', icon: ShieldCheck },
  published: { words: 'published', tone: 'good', icon: CircleCheck },
  rejected: { words: 'rejected', tone: 'bad', icon: CircleX },
  hidden: { words: 'hidden', icon: EyeOff },
  in_progress: { words: 'inWork', tone: 'good', icon: Hammer },
  completed: { words: 'completed', tone: 'good', icon: CircleCheck },
  expired: { words: 'expired', tone: 'warn', icon: CalendarX },
  refunded: { words: 'refunded', icon: Wallet },
  archived: { words: 'archived', icon: Archive },
  deleted: { words: 'archived', icon: Archive },
}

/** Status of an own listing. */
export function StatusBadge({ kind, status }: { kind: ListingKind; status: ListingStatus }) {
  const { t } = useTranslation()
  const { words, tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {t(kind === 'order' ? `listings.status.${words}` : `vacancyStatus.${words}`)}
    </Badge>
  )
}
