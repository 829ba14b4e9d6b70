import {
  CalendarX,
  CircleX,
  type LucideIcon,
  MessageCircle,
  PackageCheck,
  Send,
  Star,
  Wallet,
} from 'lucide-react'
import type { WaitingKind } from '#contract/options.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Cell, type CellTone, List } from '#web/ui/list.tsx'
import type { Home } from './queries.ts'
import { Section, type SectionAll } from './section.tsx'
import styles from './waiting-list.module.css'

type WaitingItem = Home['waiting'][number]

const looks: Record<WaitingKind, { icon: LucideIcon; tone?: CellTone }> = {
  handed_in: { icon: PackageCheck, tone: 'good' },
  responses: { icon: Send },
  question: { icon: MessageCircle },
  payment: { icon: Wallet, tone: 'warn' },
  rejected: { icon: CircleX, tone: 'alarm' },
  expiring: { icon: CalendarX, tone: 'warn' },
  review: { icon: Star },
}

/** Path of the screen on which the client can act on the item. */
function pathOf({ kind, listing_kind, listing_id, room_id }: WaitingItem): string {
  if (room_id !== null) return `/chat/${room_id}`
  const page = `/${listing_kind}/${listing_id}`
  return kind === 'responses' ? `${page}/responses` : page
}

/** Pending actions of the client, most urgent first. Each row links to the screen of the action. */
export function WaitingList({ home, all }: { home: Home; all?: SectionAll }) {
  const { t, age, day } = useFormats()
  const hiddenCount = home.waiting_total - home.waiting.length
  if (home.waiting.length === 0) return null
  return (
    <Section title={t('home.waiting')} count={home.waiting_total} all={all}>
      <List icons>
        {home.waiting.map((item) => (
          <Cell
            key={`${item.listing_kind}-${item.listing_id}`}
            {...looks[item.kind]}
            to={pathOf(item)}
            title={<b className={styles.what}>{t(`home.waiting.${item.kind}`, { count: item.count })}</b>}
            note={<span className={`ellipsis ${styles.title}`}>{item.title}</span>}
            end={
              <time dateTime={item.since}>
                {item.kind === 'expiring' ? day(item.since) : age(item.since)}
              </time>
            }
          />
        ))}
        {hiddenCount > 0 && <Cell to="/listings" title={t('home.waiting.more', { count: hiddenCount })} />}
      </List>
    </Section>
  )
}
