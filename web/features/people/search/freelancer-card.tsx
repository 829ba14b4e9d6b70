import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, MapPin } from 'lucide-react'
import { PersonHeart } from '#web/features/favorites/heart.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { currencies } from '#web/features/listings/queries.ts'
import type { ListedPerson } from '#web/features/people/queries.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Rating, Tags, VerifiedAfter } from '#web/ui/badge.tsx'
import { CardCorner, CardTitle, LinkCard } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { PictureStrip } from '#web/ui/picture.tsx'
import { Signal, Signals } from '#web/ui/signals.tsx'
import styles from './freelancer-card.module.css'

const shownSkills = 3

/** A person in a list: name, rating, lowest price, availability. */
export function FreelancerCard({ person }: { person: ListedPerson }) {
  const { t } = useFormats()
  const me = useMe()
  const { skills } = person
  return (
    <LinkCard>
      <div className={styles.head}>
        <Avatar id={person.id} name={person.full_name} src={person.avatar_url} size={56} />
        <div className={cx('grow', styles.facts)}>
          <CardTitle to={`/user/${person.id}`}>
            {person.full_name}
            {person.is_verified && <VerifiedAfter label={t('verify.badge')} />}
          </CardTitle>
          <CategoryAndYears person={person} />
          <RatingLine person={person} />
        </div>
      </div>
      {me && me.id !== person.id && (
        <CardCorner>
          <PersonHeart person={person} />
        </CardCorner>
      )}
      <PictureStrip pictures={person.works} />
      {skills.length > 0 && (
        <Tags items={skills.slice(0, shownSkills)} hiddenCount={Math.max(0, skills.length - shownSkills)} />
      )}
      <PersonSignals person={person} />
    </LinkCard>
  )
}

type Experienced = Pick<ListedPerson, 'category' | 'years_of_experience'>

/** Category and experience in one line. A long category is shortened, and the years stay whole. */
function CategoryAndYears({ person }: { person: Experienced }) {
  const { t } = useFormats()
  const { category, years_of_experience: years } = person
  if (!category && !years) return null
  return (
    <p className={cx('cap muted', styles.line)}>
      {category && <span className="ellipsis">{category.name}</span>}
      {Boolean(years) && (
        <span className={cx(styles.years, category && styles.after)}>
          {t('user.experience', { count: years ?? 0 })}
        </span>
      )}
    </p>
  )
}

/** Shows rating and number of orders, such as «★ 4,9 · 12 заказов». */
export function RatingLine({ person }: { person: ListedPerson }) {
  const { t, decimal } = useFormats()
  return (
    <p className={styles.standing}>
      {person.rating === null ? (
        t('user.newcomer')
      ) : (
        <Rating value={decimal(person.rating)} label={t('a11y.rating', { value: decimal(person.rating) })} />
      )}
      {person.completed_count > 0 && ` · ${t('profile.ordersDone', { count: person.completed_count })}`}
    </p>
  )
}

function PersonSignals({ person }: { person: ListedPerson }) {
  const { t, money } = useFormats()
  const currencyQuery = useQuery(currencies())
  const { price_from, is_free } = person
  const currency = currencyQuery.data?.find(({ id }) => id === price_from?.currency_id)
  const placeText = person.is_only_remote ? t('card.remote') : person.city
  return (
    <Signals stub>
      {price_from && currency && (
        <Signal strong>{t('card.priceFrom', { price: money(price_from.amount, currency) })}</Signal>
      )}
      <Signal tone={is_free ? 'good' : undefined}>
        {is_free ? <CircleCheck /> : <Clock />}
        {t(is_free ? 'user.free' : 'user.busy')}
      </Signal>
      {placeText && (
        <span className={styles.spot}>
          <Signal>
            <MapPin />
            <span className={styles.place} data-city>
              {placeText}
            </span>
          </Signal>
        </span>
      )}
    </Signals>
  )
}
