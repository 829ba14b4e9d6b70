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

const looks: Record<ListingStatus, { textKey: string; tone?: BadgeTone; icon: LucideIcon }> = {
  draft: { textKey: 'unpaid', tone: 'warn', icon: Wallet },
  awaiting_payment: { textKey: 'unpaid', tone: 'warn', icon: Wallet },
  moderation: { textKey: 'moderation', tone: 'accent', icon: ShieldCheck },
  published: { textKey: 'published', tone: 'good', icon: CircleCheck },
  rejected: { textKey: 'rejected', tone: 'bad', icon: CircleX },
  hidden: { textKey: 'hidden', icon: EyeOff },
  in_progress: { textKey: 'inWork', tone: 'good', icon: Hammer },
  completed: { textKey: 'completed', tone: 'good', icon: CircleCheck },
  expired: { textKey: 'expired', tone: 'warn', icon: CalendarX },
  refunded: { textKey: 'refunded', icon: Wallet },
  archived: { textKey: 'archived', icon: Archive },
  deleted: { textKey: 'archived', icon: Archive },
}

/** Status of an own listing. */
export function StatusBadge({ kind, status }: { kind: ListingKind; status: ListingStatus }) {
  const { t } = useTranslation()
  const { textKey, tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {t(kind === 'order' ? `listings.status.${textKey}` : `vacancyStatus.${textKey}`)}
    </Badge>
  )
}
