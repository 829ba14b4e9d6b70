import {
  Archive,
  CalendarX,
  CircleCheck,
  CircleDot,
  CircleX,
  EyeOff,
  Hammer,
  type LucideIcon,
  PackageCheck,
  Send,
  ShieldCheck,
  Wallet,
} from 'lucide-react'
import type { ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import { daysBetween } from '#web/features/listings/formats/relative-time.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
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
  offered: { textKey: 'offered', tone: 'accent', icon: Send },
  declined: { textKey: 'declined', tone: 'bad', icon: CircleX },
  withdrawn: { textKey: 'withdrawn', icon: Archive },
  lapsed: { textKey: 'lapsed', tone: 'warn', icon: CalendarX },
}

/** Work that waits for the client's decision. */
const handedIn = { textKey: 'handedIn', tone: 'good', icon: PackageCheck } as const
const takenDown = { textKey: 'takenDown', tone: 'bad', icon: EyeOff } as const

/** Another price of the freelancer, which waits for the client. */
const countered = { textKey: 'countered', tone: 'accent', icon: CircleDot } as const

type StatusBadgeProps = {
  /** True if the badge stands on the page, outside a card. */
  onPage?: boolean
  listing: {
    kind: ListingKind
    status: ListingStatus
    expires_at: string | null
    hidden_reason?: string | null
    request_state?: string | null
    deal?: { handed_in_at: string | null } | null
  }
}

/** Status of an own listing. While it is in the feed, the days that are left there. */
export function StatusBadge({ listing, onPage }: StatusBadgeProps) {
  const { kind, status, expires_at, hidden_reason, deal, request_state } = listing
  const { t } = useFormats()
  // Only the author pauses a listing. Another reason is a decision of the staff.
  const isTakenDown = status === 'hidden' && hidden_reason != null && hidden_reason !== 'owner'
  const isHandedIn = status === 'in_progress' && deal?.handed_in_at != null
  const special = isTakenDown
    ? takenDown
    : isHandedIn
      ? handedIn
      : request_state === 'countered'
        ? countered
        : null
  const { textKey, tone, icon } = special ?? looks[status]
  const daysLeft = status === 'published' && expires_at ? daysBetween(new Date(), new Date(expires_at)) : 0
  return (
    <Badge tone={tone} icon={icon} onPage={onPage}>
      {daysLeft > 0
        ? t('own.daysLeft', { time: t('card.days', { count: daysLeft }) })
        : t(kind === 'order' ? `listings.status.${textKey}` : `vacancyStatus.${textKey}`)}
    </Badge>
  )
}
