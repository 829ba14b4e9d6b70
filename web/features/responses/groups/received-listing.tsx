import { ChevronRight, Rocket } from 'lucide-react'
import { Link } from 'react-router-dom'
import { responseTypes } from '#contract/lifecycle.ts'
import type { ReceivedGroup } from '#contract/options.ts'
import { daysBetween } from '#web/features/listings/formats/relative-time.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Response } from '#web/features/responses/queries.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, Rating, VerifiedAfter } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import type { ReceivedListing } from './queries.ts'
import styles from './received-listing.module.css'

type ReceivedListingProps = { listing: ReceivedListing; group: ReceivedGroup }

/** A listing with its first responses. A click on a response opens it in the listing's list of responses. */
export function ReceivedListingCard({ listing, group }: ReceivedListingProps) {
  const { t } = useFormats()
  const { counts, responses, title } = listing
  const path = `/${listing.kind}/${listing.id}/responses`
  const moreCount = counts[group] - responses.length
  return (
    <section className={styles.group} aria-label={title}>
      <Link to={path} className={cx(styles.row, styles.head)}>
        <span className="grow">
          <b className={cx(styles.title, 'clamp-2')}>{title}</b>
          <DottedLine className="cap muted">{...useHeadFacts(listing)}</DottedLine>
        </span>
        {counts.new > 0 && <Badge tone="accent">{t('listings.newResponses', { count: counts.new })}</Badge>}
        <ChevronRight className={styles.arrow} />
      </Link>
      {responses.map((response) => (
        <ReceivedRow key={response.id} response={response} path={path} />
      ))}
      {responses.length > 0 && moreCount > 0 && (
        <Link to={path} className={cx(styles.row, styles.more)}>
          {t(group === 'new' ? 'received.moreNew' : 'received.more', { count: moreCount })}
        </Link>
      )}
    </section>
  )
}

/**
 * Returns the facts about a listing's responses: their number, then how long a response has waited for an answer, or
 * the days until the listing expires.
 */
function useHeadFacts({ kind, counts, waiting_since, expires_at, status }: ReceivedListing): string[] {
  const { t } = useFormats()
  const kindFact = kind === 'vacancy' ? [t('card.vacancy')] : []
  const facts = [...kindFact, t('card.responses', { count: counts.all })]
  const waitingHours = waiting_since ? Math.floor((Date.now() - Date.parse(waiting_since)) / hourMs) : 0
  if (waiting_since === null) return [...facts, t('received.answered')]
  if (waitingHours >= longWaitHours)
    return [...facts, t('received.waiting', { time: t('card.hours', { count: waitingHours }) })]
  const daysLeft = expires_at && status === 'published' ? daysBetween(new Date(), new Date(expires_at)) : 0
  return daysLeft > 0
    ? [...facts, t('received.daysLeft', { time: t('card.days', { count: daysLeft }) })]
    : facts
}

const hourMs = 60 * 60_000
/** Hours from which a response's wait for an answer is shown instead of the days until the listing expires. */
const longWaitHours = 24

type ReceivedRowProps = { response: Response; path: string; arrow?: boolean }

/** A response in one row, which opens it in the list of its listing. With `arrow`, the row shows that it leads on. */
export function ReceivedRow({ response, path, arrow }: ReceivedRowProps) {
  const { t, money, age, decimal } = useFormats()
  const { user, price, currency } = response
  const isBoosted = response.response_type === responseTypes.boosted
  const isNew = response.status === 'no_show'
  return (
    <Link to={`${path}?response=${response.id}`} className={styles.row}>
      <Avatar id={user.id} name={user.full_name} src={user.avatar_url} />
      <span className="grow">
        <span className={styles.name}>
          <b className="ellipsis">{user.full_name}</b>
          {user.is_verified && <VerifiedAfter label={t('responses.verified')} />}
        </span>
        <DottedLine className="cap muted">
          {user.rating === null ? (
            t('responses.noRating')
          ) : (
            <Rating value={decimal(user.rating)} label={t('a11y.rating', { value: decimal(user.rating) })} />
          )}
          {user.completed_count > 0 && t('profile.ordersDone', { count: user.completed_count })}
          <time dateTime={response.created_at}>{age(response.created_at)}</time>
        </DottedLine>
      </span>
      <span className={styles.end}>
        {price !== null && <b className="num">{money(price, currency)}</b>}
        {isBoosted ? (
          <Badge tone="boost" icon={Rocket}>
            {t('received.boosted')}
          </Badge>
        ) : (
          isNew && <i className={styles.dot} />
        )}
        {isNew && <span className="visually-hidden">{t('responses.new')}</span>}
      </span>
      {arrow && <ChevronRight className={styles.arrow} />}
    </Link>
  )
}
