import { useQuery } from '@tanstack/react-query'
import { Check, CircleX, Clock, Eye, type LucideIcon, Send, Sparkles, UserSearch } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { InvitationState } from '#contract/invitations.ts'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { listingPage } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { RatingLine } from '#web/features/people/search/freelancer-card.tsx'
import { type InvitedPerson, invitationsOf } from '#web/features/responses/invitations/queries.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type BadgeTone, Verified } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import styles from './invite-list.module.css'

const InviteSheet = lazySheet(() => import('./invite-sheet.tsx'))

/** Recommended people for an own listing. Its author can invite a limited number of people. */
export function InviteList({ id, kind }: Pick<Listing, 'id' | 'kind'>) {
  const { t } = useFormats()
  const listing = useQuery(listingPage(kind, id))
  const list = useQuery(invitationsOf(id))
  const sheet = useSheet()
  const [invitee, setInvitee] = useState<InvitedPerson['user'] | null>(null)
  const failed = listing.error ?? list.error
  if (failed && !list.data)
    return (
      <LoadFailure
        missingThing={kind}
        error={failed}
        onRetry={() => void Promise.all([listing.refetch(), list.refetch()])}
      />
    )
  if (!listing.data || !list.data)
    return (
      <Page busy={t('common.loading')}>
        <ListingSkeletons />
      </Page>
    )
  const { invited, limit, responded, people } = list.data
  const count = t('invite.count', { count: invited, limit })
  const isOpen = listing.data.status === 'published'
  return (
    <Page>
      <PageTitle>{t('invite.title')}</PageTitle>
      <PageLead>{listing.data.title}</PageLead>
      <Card>
        <div className="row row-between">
          <b>{count}</b>
          {responded > 0 && <span className="cap muted">{t('invite.responded', { count: responded })}</span>}
        </div>
        <ProgressBar share={invited / limit} label={count} />
        <p className="cap muted">{t(isOpen ? 'invite.how' : 'invite.closed')}</p>
      </Card>
      {people.map((person) => (
        <InviteCard
          key={person.user.id}
          person={person}
          canInvite={isOpen && invited < limit}
          onInvite={() => {
            setInvitee(person.user)
            sheet.open()
          }}
        />
      ))}
      {people.length === 0 && (
        <EmptyState icon={UserSearch} title={t('invite.none.title')} text={t('invite.none.text')} />
      )}
      {invitee && sheet.isMounted && (
        <InviteSheet key={invitee.id} listing_id={id} user={invitee} {...sheet.props} />
      )}
    </Page>
  )
}

type InviteCardProps = { person: InvitedPerson; canInvite: boolean; onInvite: () => void }

const states: Record<InvitationState, { icon: LucideIcon; tone?: BadgeTone }> = {
  sent: { icon: Send, tone: 'accent' },
  seen: { icon: Eye, tone: 'accent' },
  responded: { icon: Check, tone: 'good' },
  declined: { icon: CircleX },
  ended: { icon: Clock },
}

/** A recommended person with the reason. If the person is invited, the state of the invitation replaces the button. */
function InviteCard({ person, canInvite, onInvite }: InviteCardProps) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const { user, invitation } = person
  const reasonText = useReasonText(person)
  return (
    <Card>
      <div className={cx('row', styles.head)}>
        <Avatar id={user.id} name={user.full_name} src={user.avatar_url} size={56} />
        <div className="grow">
          <CardTitle>
            {user.full_name} {user.is_verified && <Verified label={t('verify.badge')} />}
          </CardTitle>
          <RatingLine person={user} />
        </div>
        {invitation && <Badge {...states[invitation.state]}>{t(`invite.state.${invitation.state}`)}</Badge>}
      </div>
      {reasonText && (
        <p className={styles.why}>
          <Sparkles />
          {reasonText}
        </p>
      )}
      {invitation?.decline_reason && (
        <p className={cx(styles.why, styles.declined)}>
          <CircleX />
          {t(`invite.reason.${invitation.decline_reason}`)}
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

/**
 * Returns the reason why a person is recommended, such as «Общие навыки: Figma, React. Отвечает за час». The server gives
 * none for a person who can no longer be invited, whose answer says more.
 */
function useReasonText({ reason, skills, reply_minutes }: InvitedPerson): string {
  const { t } = useFormats()
  const fits =
    skills.length > 0
      ? t('invite.why.shared', { count: skills.length, skills: skills.join(', ') })
      : reason && t(`invite.why.${reason}`)
  const answerSpeedText = reply_minutes && t('invite.why.soon', { count: Math.ceil(reply_minutes / 60) })
  return [fits, answerSpeedText].filter(Boolean).join('. ')
}
