import { ChartNoAxesColumn, ChevronRight, type LucideIcon, UserPlus } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { canShow } from '#web/features/listings/own/policy-facts.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { ReceivedRow } from '#web/features/responses/groups/received-listing.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { useOwnerAction } from './action-bar.tsx'
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
  const { t, count: number } = useFormats()
  const { kind, id, status, responses_count: count, new_responses: newCount } = listing
  const path = `/${kind}/${id}`
  const isPaused = canShow(listing)
  const hasOtherAccent = useOwnerAction(listing) !== null || isPaused
  // Only responses that still count have a place.
  const first = listing.responses
    .filter(({ place }) => place !== null)
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
    .slice(0, shownResponses)
  const opened = t('own.opened', { count: listing.views_count })
  const statistics = t(`funnel.title.${kind}`)
  return (
    <>
      {statusesWithResponses.includes(status) && !(isPaused && count === 0) && (
        <Card className={styles.card}>
          <div className={styles.head}>
            <h2 className={styles.title}>
              {count > 0 ? t('responses.title', { count }) : t('responses.empty.title')}
            </h2>
            {newCount > 0 && <Badge tone="accent">{t('listings.newResponses', { count: newCount })}</Badge>}
          </div>
          {first.map((response) => (
            <ReceivedRow arrow key={response.id} response={response} path={`${path}/responses`} />
          ))}
          {count > 0 && (
            <div className={styles.foot}>
              <ButtonLink wide variant={hasOtherAccent ? 'fill' : 'accent'} to={`${path}/responses`}>
                {t(count === 1 ? 'order.openResponse' : 'order.openResponses')}
              </ButtonLink>
            </div>
          )}
        </Card>
      )}
      {listing.published_at && status === 'published' && (
        <div className={styles.tiles}>
          <InvitationsTile listing={listing} path={`${path}/invite`} />
          <Tile
            icon={ChartNoAxesColumn}
            count={number(listing.views_count)}
            words={opened}
            act={statistics}
            to={`${path}/funnel`}
          />
        </div>
      )}
      {listing.published_at && status !== 'published' && (
        <List icons>
          <Cell
            icon={ChartNoAxesColumn}
            title={statistics}
            note={`${number(listing.views_count)}\u00a0${opened}`}
            to={`${path}/funnel`}
          />
        </List>
      )}
    </>
  )
}

/** Number of invitations and of those answered by a response. Before the first invitation, the way to invite. */
function InvitationsTile({ listing: { invitations }, path }: { listing: Listing; path: string }) {
  const { t } = useFormats()
  const { invited, responded } = invitations ?? { invited: 0, responded: 0 }
  const results = t(responded > 0 ? 'own.invited.responded' : 'own.invited.nobody', { count: responded })
  return (
    <Tile
      icon={UserPlus}
      count={t('own.invitedOf', { count: invited, limit: limits.invitations.count })}
      words={t('own.invited')}
      {...(invited > 0 ? { note: results } : { act: t('invite.title') })}
      to={path}
    />
  )
}

type TileProps = { icon: LucideIcon; count?: string; words: string; note?: string; act?: string; to: string }

/** A link with a number, the words for it and a caption. `act` is a caption that says what the link opens. */
function Tile({ icon: Icon, count, words, note, act, to }: TileProps) {
  return (
    <Link to={to} className={styles.tile}>
      <span className={styles.count}>
        <Icon />
        {count && <b className="num">{count}</b>}
      </span>
      <span>{words}</span>
      {note && <span className="cap muted">{note}</span>}
      {act && (
        <span className={styles.act}>
          {act}
          <ChevronRight className="i16" />
        </span>
      )}
    </Link>
  )
}
