import { ChartNoAxesColumn, type LucideIcon, UserPlus } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { ReceivedRow } from '#web/features/responses/groups/received-listing.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import styles from './own-responses.module.css'

const statusesWithResponses: ListingStatus[] = [
  'published',
  'hidden',
  'in_progress',
  'completed',
  'expired',
  'archived',
]
const shownResponses = 3

/** The first responses to an own listing, and the links to all responses, invitations and statistics. */
export function OwnResponses({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const { kind, id, status, responses_count: count, new_responses: newCount } = listing
  const path = `/${kind}/${id}`
  // Only responses that still count have a place.
  const first = listing.responses
    .filter(({ place }) => place !== null)
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
    .slice(0, shownResponses)
  return (
    <>
      {statusesWithResponses.includes(status) && (
        <Card className={styles.card}>
          <div className={styles.head}>
            <h2 className={styles.title}>
              {count > 0 ? t('responses.title', { count }) : t('responses.empty.title')}
            </h2>
            {newCount > 0 && <Badge tone="accent">{t('listings.newResponses', { count: newCount })}</Badge>}
          </div>
          {first.map((response) => (
            <ReceivedRow key={response.id} response={response} path={`${path}/responses`} />
          ))}
          <div className={styles.foot}>
            <ButtonLink wide variant={count > 0 ? 'accent' : 'fill'} to={`${path}/responses`}>
              {t('order.openResponses')}
            </ButtonLink>
          </div>
        </Card>
      )}
      {listing.published_at && (
        <div className={styles.tiles}>
          {status === 'published' && <Tile icon={UserPlus} words={t('invite.open')} to={`${path}/invite`} />}
          <Tile icon={ChartNoAxesColumn} words={t(`funnel.title.${kind}`)} to={`${path}/funnel`} />
        </div>
      )}
    </>
  )
}

function Tile({ icon: Icon, words, to }: { icon: LucideIcon; words: string; to: string }) {
  return (
    <Link to={to} className={styles.tile}>
      <Icon />
      {words}
    </Link>
  )
}
