import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  Bookmark,
  CircleHelp,
  ClipboardList,
  Heart,
  Info,
  Languages,
  LockKeyhole,
  Send,
  ShieldCheck,
} from 'lucide-react'
import { ownOrders } from '#web/features/listings/queries.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { myResponses } from '#web/features/responses/queries.ts'
import { useLanguageChange, useRoleSwitch } from '#web/features/session/own-data.ts'
import { type Me, useMe } from '#web/features/session/use-me.ts'
import { useVerification } from '#web/features/session/verification.ts'
import { haptic } from '#web/telegram/index.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Rating, Verified } from '#web/ui/badge.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Panel } from '#web/ui/signals.tsx'
import styles from './profile.module.css'

export default function ProfileScreen() {
  const me = useMe()
  return (
    <Page bar busy={!me}>
      {me && <Profile me={me} />}
    </Page>
  )
}

function Profile({ me }: { me: Me }) {
  const { t, decimal, language } = useFormats()
  const role = useRoleSwitch(me)
  const speak = useLanguageChange(me)
  const verify = useVerification(me)
  const orders = useQuery(ownOrders(me.id))
  const responses = useQuery(myResponses())
  const about = [me.username && `@${me.username}`, me.category?.name].filter(Boolean).join(' · ')
  const rating = me.rating === null ? null : decimal(me.rating)
  return (
    <>
      <section className={styles.head}>
        <Avatar id={me.id} name={me.full_name} src={me.avatar_url} size={88} />
        <h1 className={styles.name}>
          {me.full_name}
          {me.is_verified && <Verified label={t('verify.badge')} />}
        </h1>
        {about && <p className="sub muted">{about}</p>}
      </section>
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
      <Panel
        label={t('profile.rating')}
        items={[
          {
            picture: rating && <Rating value={rating} label={t('a11y.rating', { value: rating })} />,
            value: rating ? '' : t('profile.noRating'),
            note: t('profile.rating'),
          },
          count(me.is_client ? me.posted_count : me.completed_count, (value) =>
            t('profile.ordersDone', { count: value }),
          ),
          count(responses.data?.length ?? 0, (value) => t('card.responses', { count: value })),
        ]}
      />
      <List icons>
        <Cell
          icon={ClipboardList}
          to="/listings"
          title={t('profile.listings')}
          end={orders.data?.pagination.total || null}
        />
        <Cell
          icon={Send}
          to="/responses"
          title={t('myResponses.title')}
          end={responses.data?.length || null}
        />
        <Cell icon={Heart} to="/profile/favourites" title={t('profile.favourites')} />
        <Cell icon={Bookmark} to="/profile/searches" title={t('searches.title')} />
        {!me.is_verified && (
          <Cell icon={ShieldCheck} title={t('profile.verify')} onClick={() => void verify()} />
        )}
      </List>
      <List icons>
        <Cell icon={Bell} to="/profile/notifications" title={t('profile.notifications')} />
        <Cell
          icon={Languages}
          title={t('profile.language')}
          end={t(`language.${language}`)}
          onClick={() => speak.mutate(language === 'ru' ? 'en' : 'ru')}
        />
        <Cell icon={LockKeyhole} to="/profile/privacy" title={t('profile.privacy')} />
      </List>
      <List icons>
        <Cell icon={CircleHelp} to="/faq" title={t('profile.faq')} />
        <Cell icon={Info} to="/about" title={t('profile.about')} />
      </List>
    </>
  )
}

/** A number over its noun: the noun is the counted phrase without the number. */
function count(value: number, phrase: (value: number) => string) {
  const said = phrase(value)
  return { picture: null, value: String(value), note: said.replace(/^[\d\s.,\u00a0]+/, ''), said }
}
