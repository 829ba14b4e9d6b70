import { Link2, Rocket, Trophy } from 'lucide-react'
import { useState } from 'react'
import { responseTypes } from '#contract/lifecycle.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { openLink } from '#web/telegram/index.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, Rating, Verified } from '#web/ui/badge.tsx'
import { Card, Price } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { glue } from '#web/ui/typeset.tsx'
import type { Response } from './queries.ts'
import styles from './response-card.module.css'

/** One response as the author reads it; a paid one is gold and says so. */
export function ResponseCard({ response }: { response: Response }) {
  const { t, money, age, decimal } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { user, materials_link: link } = response
  const isBoosted = response.response_type === responseTypes.boosted
  const isChosen = response.status === 'chosen'
  return (
    <Card className={cx(styles.card, isBoosted && styles.boosted, isChosen && styles.chosen)}>
      {(isBoosted || isChosen) && (
        <div className="row">
          {isBoosted && (
            <Badge tone="boost" icon={Rocket}>
              {t('responses.boosted', { place: response.place ?? 1 })}
            </Badge>
          )}
          {isChosen && (
            <Badge tone="good" icon={Trophy}>
              {t('responses.chosen')}
            </Badge>
          )}
        </div>
      )}
      <div className={styles.head}>
        <Avatar id={user.id} name={user.full_name} src={user.avatar_url} />
        <div className="grow">
          <h2 className={styles.name}>
            <span className="ellipsis">{user.full_name}</span>
            {user.is_verified && <Verified label={t('responses.verified')} />}
          </h2>
          <p className="cap muted">
            {user.rating === null ? (
              t('responses.noRating')
            ) : (
              <>
                <Rating
                  value={decimal(user.rating)}
                  label={t('a11y.rating', { value: decimal(user.rating) })}
                />
                {` · ${t('profile.ordersDone', { count: user.completed_count })}`}
              </>
            )}
            {` · ${age(response.created_at)}`}
          </p>
        </div>
        {response.price !== null && <Price>{money(response.price, response.currency)}</Price>}
      </div>
      <button type="button" className={styles.text} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={cx('sub', 'prose', !isOpen && 'clamp-3')}>{glue(response.response_text)}</span>
      </button>
      {link && (
        <button type="button" className={styles.link} onClick={() => openLink(link)}>
          <Link2 className="i16" />
          <span className="ellipsis">{link.replace(/^https:\/\/(www\.)?/, '')}</span>
        </button>
      )}
    </Card>
  )
}
