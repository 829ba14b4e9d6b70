import { Check, CircleX, Clock, type LucideIcon, Mail } from 'lucide-react'
import { type InvitationState, invitationEnds } from '#contract/invitations.ts'
import { priceUnits } from '#web/features/listings/card/listing-card.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import styles from '#web/features/responses/received/response-card.module.css'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CardActions, CardTitle, LinkCard, Price } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { bindWords } from '#web/ui/glue.ts'
import { Typeset } from '#web/ui/typeset.tsx'
import { DeclineReasons } from './decline-reasons.tsx'
import { isWaiting, type ReceivedInvitation, termOf, useDeclineInvitation } from './queries.ts'

/** Badges of the states that are news to the reader. Whether the invitation was seen concerns only its sender. */
const looks: Record<Exclude<InvitationState, 'seen'>, { icon: LucideIcon; tone?: BadgeTone }> = {
  sent: { icon: Mail, tone: 'accent' },
  responded: { icon: Check, tone: 'good' },
  declined: { icon: CircleX },
  ended: { icon: Clock },
}

/** A received invitation: state, author, listing, price, text, and its term. */
export function ReceivedCard({ invitation }: { invitation: ReceivedInvitation }) {
  const { t, age, date } = useFormats()
  const { id, state, title, author, words, is_open, decline_reason, end_reason } = invitation
  const declineMutation = useDeclineInvitation(id)
  const { until } = termOf(invitation)
  const isPending = isWaiting(invitation)
  const isDeclined = state === 'declined'
  // An invitation to a deleted listing has no link, because the page does not exist.
  const to = `/${invitation.listing_kind}/${invitation.listing_id}`
  return (
    <LinkCard className={styles.card}>
      <div className={cx('row', 'row-between', styles.wraps)}>
        {state !== 'seen' && <Badge {...looks[state]}>{t(`invited.state.${state}`)}</Badge>}
        <time className="cap muted" dateTime={invitation.created_at}>
          {age(invitation.created_at)}
        </time>
      </div>
      <div className="stack stack-1">
        <CardTitle to={end_reason === 'listing_deleted' ? undefined : to}>
          <Typeset text={title} />
        </CardTitle>
        <p className="cap muted">{t('invited.by', { name: author.full_name })}</p>
      </div>
      <ListingPrice invitation={invitation} />
      {words && <p className="sub">{bindWords(words)}</p>}
      {end_reason && <p className="sub muted">{t(`invited.over.${invitationEnds[end_reason]}`)}</p>}
      {isPending && is_open && until && (
        <p className="cap muted">{t('invited.term', { date: date(until) })}</p>
      )}
      {isPending && !is_open && <p className="cap muted">{t('invited.paused')}</p>}
      {isDeclined && is_open && (
        <CardActions>
          <DeclineReasons decline_reason={decline_reason} declineMutation={declineMutation} />
        </CardActions>
      )}
      {decline_reason && !is_open && (
        <p className="cap muted">{t('invited.reason', { reason: t(`invited.why.${decline_reason}`) })}</p>
      )}
      {(isPending || (isDeclined && is_open)) && (
        <CardActions>
          {isPending && is_open && (
            <ButtonLink small to={to}>
              {t(`invited.open.${invitation.listing_kind}`)}
            </ButtonLink>
          )}
          <Button
            small
            variant="fill"
            loading={declineMutation.isPending}
            onClick={() => declineMutation.mutate(isDeclined ? 'back' : 'not now')}
          >
            {t(isDeclined ? 'invited.back' : 'invited.decline')}
          </Button>
        </CardActions>
      )}
    </LinkCard>
  )
}

function ListingPrice({ invitation: { price, listing_kind } }: { invitation: ReceivedInvitation }) {
  const { t, span } = useFormats()
  if (!price) return null
  const { from, to, unit, currency } = price
  const isKnown = from !== null || to !== null
  // A listing that does not say its unit is paid as most of its kind are.
  const shownUnit = priceUnits[unit ?? (listing_kind === 'order' ? 'fixed' : 'monthly')]
  return <Price unit={isKnown ? t(shownUnit) : undefined}>{span(from, to, currency)}</Price>
}
