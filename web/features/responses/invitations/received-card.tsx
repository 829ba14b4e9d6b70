import { Check, CircleX, Clock, Eye, type LucideIcon, Mail } from 'lucide-react'
import { type InvitationState, invitationEnds } from '#contract/invitations.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import styles from '#web/features/responses/received/response-card.module.css'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardActions, CardTitle, LinkCard } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { bindWords } from '#web/ui/glue.ts'
import { Typeset } from '#web/ui/typeset.tsx'
import { DeclineReasons } from './decline-reasons.tsx'
import { isWaiting, type ReceivedInvitation, useDeclineInvitation } from './queries.ts'

const looks: Record<InvitationState, { icon: LucideIcon; tone?: BadgeTone }> = {
  sent: { icon: Mail, tone: 'accent' },
  seen: { icon: Eye, tone: 'accent' },
  responded: { icon: Check, tone: 'good' },
  declined: { icon: CircleX },
  ended: { icon: Clock },
}

/** A received invitation: author, listing, text and state. */
export function ReceivedCard({ invitation }: { invitation: ReceivedInvitation }) {
  const { t, age, date } = useFormats()
  const { id, state, title, author, words, is_open, expires_at, decline_reason, end_reason } = invitation
  const declineMutation = useDeclineInvitation(id)
  const isPending = isWaiting(invitation)
  const isDeclined = state === 'declined'
  // An invitation to a deleted listing has no link, because the page does not exist.
  const to = `/${invitation.listing_kind}/${invitation.listing_id}`
  return (
    <LinkCard className={styles.card}>
      <div className={cx('row', 'row-between', styles.wraps)}>
        <Badge {...looks[state]}>{t(`invited.state.${state}`)}</Badge>
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
      {words && <p className="sub">{bindWords(words)}</p>}
      {end_reason && <p className="sub muted">{t(`invited.over.${invitationEnds[end_reason]}`)}</p>}
      {isPending && (
        <p className="cap muted">
          {is_open ? expires_at && t('invited.until', { date: date(expires_at) }) : t('invited.paused')}
        </p>
      )}
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
