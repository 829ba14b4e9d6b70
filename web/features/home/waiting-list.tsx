import { useQuery } from '@tanstack/react-query'
import {
  CalendarX,
  CircleDot,
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
import { statusOf } from '#web/features/payments/queries.ts'
import { roubles } from '#web/features/payments/use-payment.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { Cell, type CellTone, List } from '#web/ui/list.tsx'
import type { Home } from './queries.ts'
import { Section, type SectionAll } from './section.tsx'
import styles from './waiting-list.module.css'

type WaitingItem = Home['waiting'][number]

const looks: Record<WaitingKind, { icon: LucideIcon; tone?: CellTone }> = {
  handed_in: { icon: PackageCheck, tone: 'good' },
  countered: { icon: CircleDot },
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
  if (kind === 'countered') return `/request/${listing_id}`
  const page = `/${listing_kind}/${listing_id}`
  return kind === 'responses' ? `${page}/responses` : page
}

/** Items that are done by paying. A time beside them would read as a deadline, so they name the sum. */
const paidKinds: WaitingKind[] = ['payment', 'expiring']

/** Pending actions of the client, most urgent first. Each row links to the screen of the action. */
export function WaitingList({ home, me, all }: { home: Home; me: Me; all?: SectionAll }) {
  const { t, age } = useFormats()
  const hiddenCount = home.waiting_total - home.waiting.length
  if (home.waiting.length === 0) return null
  return (
    <Section title={t('home.waiting')} count={home.waiting_total} all={all}>
      <div className={styles.list}>
        <List icons>
          {home.waiting.map((item) => (
            <Cell
              key={`${item.listing_kind}-${item.listing_id}`}
              {...looks[item.kind]}
              to={pathOf(item)}
              title={<b className={styles.what}>{t(`home.waiting.${item.kind}`, { count: item.count })}</b>}
              note={<span className={`ellipsis ${styles.title}`}>{item.title}</span>}
              end={
                paidKinds.includes(item.kind) ? (
                  <PlacementSum item={item} me={me} />
                ) : (
                  <time dateTime={item.since}>{age(item.since)}</time>
                )
              }
            />
          ))}
          {hiddenCount > 0 && <Cell to="/listings" title={t('home.waiting.more', { count: hiddenCount })} />}
        </List>
      </div>
    </Section>
  )
}

/** Price of the listing's placement. It is empty while it loads, and if nothing has to be paid. */
function PlacementSum({ item, me }: { item: WaitingItem; me: Me }) {
  const { money } = useFormats()
  const { data } = useQuery(statusOf(me.id, { ...item, kind: item.listing_kind }))
  return data && data.price > 0 ? (
    <span className={`num ${styles.sum}`}>{money(data.price, roubles)}</span>
  ) : null
}
