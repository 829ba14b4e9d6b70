import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invitationEnds } from '#contract/invitations.ts'
import { api } from '#web/client/http/api.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { DeclineReasons } from './decline-reasons.tsx'
import styles from './invited-card.module.css'
import { type ReceivedInvitation, receivedInvitations, termOf, useDeclineInvitation } from './queries.ts'

/** An invitation from the author, shown above the listing. It is hidden once the viewer has responded. */
export function InvitedCard({ listing }: { listing: Listing }) {
  const invitationsQuery = useQuery(receivedInvitations())
  const invitation = invitationsQuery.data?.find(({ listing_id }) => listing_id === listing.id)
  if (!invitation || listing.is_responded || invitation.state === 'responded') return null
  return <Invitation invitation={invitation} />
}

function Invitation({ invitation }: { invitation: ReceivedInvitation }) {
  const { t, date } = useFormats()
  const { id, state, author, among, words, decline_reason, end_reason } = invitation
  const declineMutation = useDeclineInvitation(id)
  const isNew = state === 'sent'
  useEffect(() => {
    // Errors are ignored, because it does no harm if the "seen" mark is lost.
    if (isNew) void api('POST /api/invitations/:id/seen', { params: { id } }).catch(() => {})
  }, [isNew, id])
  const isDeclined = state === 'declined'
  const { until, isDue } = termOf(invitation)
  const heading = end_reason ? 'over' : isDeclined ? 'declined' : 'title'
  return (
    <Card className={styles.card}>
      <div className="row">
        <Avatar id={author.id} name={author.full_name} src={author.avatar_url} />
        <div className="grow">
          <h2 className="head">{t(`invited.${heading}`)}</h2>
          <p className="cap muted">{t('invited.from', { name: author.full_name, count: among })}</p>
        </div>
      </div>
      {words && <p className="sub">{bindWords(words)}</p>}
      {end_reason ? (
        <p className="sub">{t(`invited.over.${invitationEnds[end_reason]}`)}</p>
      ) : (
        <>
          <p className="cap muted">
            {until && !isDeclined && `${t(isDue ? 'invited.due' : 'invited.until', { date: date(until) })} `}
            {t('invited.free')}
          </p>
          {isDeclined && <DeclineReasons decline_reason={decline_reason} declineMutation={declineMutation} />}
          <Button
            wide
            variant="fill"
            loading={declineMutation.isPending}
            onClick={() => declineMutation.mutate(isDeclined ? 'back' : 'not now')}
          >
            {t(isDeclined ? 'invited.back' : 'invited.decline')}
          </Button>
        </>
      )}
    </Card>
  )
}
