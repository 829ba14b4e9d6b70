import { Check, CircleX, Clock, Eye, type LucideIcon, Send, Sparkles } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { InvitationState } from '#contract/invitations.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { RatingLine } from '#web/features/people/search/freelancer-card.tsx'
import type { InvitedPerson } from '#web/features/responses/invitations/queries.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type BadgeTone, Verified } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import styles from './invite-card.module.css'

type InviteCardProps = { person: InvitedPerson; canInvite: boolean; onInvite: () => void }

const states: Record<InvitationState, { icon: LucideIcon; tone?: BadgeTone }> = {
  sent: { icon: Send, tone: 'accent' },
  seen: { icon: Eye, tone: 'accent' },
  responded: { icon: Check, tone: 'good' },
  declined: { icon: CircleX },
  ended: { icon: Clock },
}

/** A recommended person with the reason; the state of the invitation replaces the button. */
export function InviteCard({ person, canInvite, onInvite }: InviteCardProps) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const { user, invitation } = person
  const why = useReasonText(person)
  return (
    <Card>
      <div className="row">
        <Avatar id={user.id} name={user.full_name} src={user.avatar_url} size={56} />
        <div className="grow">
          <CardTitle>
            {user.full_name} {user.is_verified && <Verified label={t('verify.badge')} />}
          </CardTitle>
          <RatingLine person={user} />
        </div>
        {invitation && <Badge {...states[invitation.state]}>{t(`invite.state.${invitation.state}`)}</Badge>}
      </div>
      {why && (
        <p className={styles.why}>
          <Sparkles />
          {why}
        </p>
      )}
      <div className={styles.actions}>
        {!invitation && canInvite && (
          <Button
            small
            variant="soft"
            aria-label={t('invite.whom', { name: user.full_name })}
            onClick={onInvite}
          >
            {t('invite.title')}
          </Button>
        )}
        <Button
          small
          variant="fill"
          aria-label={t('invite.profileOf', { name: user.full_name })}
          onClick={() => void navigate(`/user/${user.id}`)}
        >
          {t('invite.profile')}
        </Button>
      </div>
    </Card>
  )
}

/** «Figma, React. Отвечает за час»; after a decline, its reason. */
function useReasonText({ reason, skills, reply_minutes, invitation }: InvitedPerson): string {
  const { t } = useFormats()
  const said = invitation?.decline_reason
  if (said) return t('invite.declined.why', { reason: t(`invite.reason.${said}`) })
  const fits = skills.length > 0 ? skills.join(', ') : reason && t(`invite.why.${reason}`)
  const soon = reply_minutes && t('invite.why.soon', { count: Math.ceil(reply_minutes / 60) })
  return [fits, soon].filter(Boolean).join('. ')
}
