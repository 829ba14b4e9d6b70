import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { receivedResponses } from '#web/features/responses/groups/queries.ts'
import { countSent, ownResponses } from '#web/features/responses/queries.ts'
import { useRoleSwitch } from '#web/features/session/own-data.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { haptic } from '#web/telegram/index.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { VerifiedAfter } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Indicator, Panel, withoutNumber } from '#web/ui/panel.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import styles from './profile-head.module.css'

/** Avatar and name as others see them. */
export function ProfileHead({ me }: { me: Me }) {
  const { t } = useFormats()
  const subtitle = [me.username && `@${me.username}`, me.category?.name].filter(Boolean).join(' · ')
  return (
    <section className={styles.head}>
      <Avatar key={me.avatar_url} id={me.id} name={me.full_name} src={me.avatar_url} size={88} />
      <h1 className={styles.name}>
        {me.full_name}
        {me.is_verified && <VerifiedAfter label={t('verify.badge')} />}
      </h1>
      {subtitle && <p className="sub muted">{subtitle}</p>}
    </section>
  )
}

/** Explains that a neutral name replaces the name from Telegram, with a link to change it. */
export function NeutralName({ me }: { me: Me }) {
  const { t } = useFormats()
  return (
    <Notice
      icon={UserRound}
      tone="warn"
      title={t('profile.neutral')}
      action={
        <ButtonLink small variant="soft" to="/profile/edit">
          {t('profile.neutralAction')}
        </ButtonLink>
      }
    >
      {t('profile.neutralText', { name: me.full_name })}
    </Notice>
  )
}

/** Switch between the client's and the freelancer's view of the app. */
export function RoleSwitch({ me }: { me: Me }) {
  const { t } = useFormats()
  const role = useRoleSwitch(me)
  return (
    <Segment
      onPage
      label={t('profile.role')}
      value={me.is_client ? 'client' : 'contractor'}
      onChange={(next) => {
        haptic('selection')
        role.mutate(next)
      }}
      options={[
        { value: 'contractor', label: t('profile.iAmFreelancer') },
        { value: 'client', label: t('profile.iAmClient') },
      ]}
    />
  )
}

/**
 * Statistics of the profile: rating, completed or posted orders, and responses. In client mode the received responses
 * are counted, otherwise the sent ones. As on the public page, a person without ratings and orders is a newcomer.
 */
export function ProfileFigures({ me }: { me: Me }) {
  const { t, decimal } = useFormats()
  const toOrders = useInfiniteQuery({ ...ownResponses('order'), enabled: !me.is_client }).data?.pages[0]
  const toVacancies = useInfiniteQuery({ ...ownResponses('vacancy'), enabled: !me.is_client }).data?.pages[0]
  const received = useQuery({ ...receivedResponses('all'), enabled: me.is_client }).data
  const responses = me.is_client
    ? received?.listings.reduce((total, { counts }) => total + counts.all, 0)
    : toOrders && toVacancies && countSent(toOrders) + countSent(toVacancies)
  const rating = me.rating === null ? null : decimal(me.rating)
  const done = me.is_client ? me.posted_count : me.completed_count
  const items = [countFigure(responses, (value) => t('card.responses', { count: value }))]
  if (done > 0)
    items.unshift(
      countFigure(done, (value) =>
        me.is_client ? t('user.posted', { count: value }) : `${value} ${t('profile.completed')}`,
      ),
    )
  if (rating)
    items.unshift({
      picture: null,
      value: rating,
      note: <Stars large value={me.rating ?? 0} label={t('a11y.rating', { value: rating })} />,
    })
  if (!rating && done === 0) {
    const year = new Date(me.created_at).getFullYear()
    items.unshift({ picture: null, value: t('user.new'), note: t('order.since', { year }) })
  }
  return <Panel label={t('profile.rating')} items={items} />
}

/**
 * A number above its noun. The noun is the translated phrase without the number. Until the number is loaded, a
 * placeholder stands in its place.
 */
function countFigure(value: number | undefined, phrase: (value: number) => string): Indicator {
  const phraseText = phrase(value ?? 0)
  const note = withoutNumber(phraseText)
  if (value === undefined) return { picture: <Skeleton width={32} height={16} />, value: '', note }
  return { picture: null, value: String(value), note, said: phraseText }
}
