import { Eye, Laptop, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { competition } from '#contract/options.ts'
import { isContested } from '#web/features/listings/facts.ts'
import { deadline } from '#web/features/listings/moments.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { useApproximatePrice } from '#web/features/listings/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { MetaLine, Price } from '#web/ui/card.tsx'
import { competitionTone, Meter, Panel, Ring } from '#web/ui/signals.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import styles from './listing-head.module.css'

/** Category and age, title, price: on the page's own colour; `action` stands in the corner. */
export function ListingHero({ listing, action }: { listing: Listing; action?: ReactNode }) {
  const { t, age, price, priced } = useFormats()
  const approximate = useApproximatePrice(listing)
  const since = listing.published_at ?? listing.created_at
  const isHourly = (isOrder(listing) ? listing.payment_format : listing.work_format) === 'hourly'
  const fixed = isOrder(listing) ? 'option.workFormat.fixed' : 'card.perMonth'
  return (
    <section className={styles.hero}>
      <MetaLine flush>
        {listing.category && <span className="ellipsis">{listing.category.name}</span>}
        <time dateTime={since}>{age(since, 'ago')}</time>
      </MetaLine>
      {action && <div className={styles.action}>{action}</div>}
      <h1 className={styles.title}>
        <Typeset text={listing.title} />
      </h1>
      <Price large>{price(listing)}</Price>
      {priced(listing) && (
        <p className={styles.unit}>
          {t(isHourly ? 'option.workFormat.hourly' : fixed)}
          {approximate && ` · ${approximate}`}
        </p>
      )}
    </section>
  )
}

/** The indicators: competition while there is one, deadline (a vacancy's place), views. */
export function ListingPanel({ listing }: { listing: Listing }) {
  const { t, count } = useFormats()
  const contest = useContest(listing)
  const middle = useMiddle(listing)
  const views = t('card.views', { count: listing.views_count })
  return (
    <Panel
      label={t('card.indicators')}
      items={[
        ...(isContested(listing) ? [contest] : []),
        middle,
        {
          picture: <Eye />,
          value: count(listing.views_count),
          note: views.replace(/^[\d\s.,\u00a0]+/, ''),
          said: views,
        },
      ]}
    />
  )
}

function useContest({ responses_count }: Listing) {
  const { t } = useFormats()
  const level = competition(responses_count)
  const word = t(`option.competition.${level}`)
  const responses =
    responses_count === 0 ? t('card.noResponses') : t('card.responses', { count: responses_count })
  return {
    picture: <Meter level={level} />,
    value: word,
    note: responses,
    tone: competitionTone[level],
    said: t('card.said', { level: word, responses }),
  }
}

function useMiddle(listing: Listing) {
  const { t, due, date } = useFormats()
  if (!isOrder(listing)) {
    const place = listing.location ?? t('common.notSpecified')
    return listing.is_remote
      ? { picture: <Laptop />, value: t('card.remote'), note: listing.location ?? t('vacancyPage.anyCity') }
      : { picture: <MapPin />, value: place, note: t('vacancy.location') }
  }
  if (!listing.deadline)
    return { picture: <Ring left={0} />, value: t('card.noDeadline'), note: t('create.deadline') }
  const time = deadline(listing.deadline, listing.published_at)
  return {
    picture: <Ring left={time.left} />,
    value: due(time),
    note: t('card.untilDate', { date: date(listing.deadline) }),
    tone: time.tone,
  }
}
