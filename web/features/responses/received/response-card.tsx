import {
  Bookmark,
  CircleX,
  CopyX,
  Link2,
  type LucideIcon,
  Paperclip,
  Rocket,
  Sparkle,
  Trophy,
} from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { Link } from 'react-router-dom'
import { responseTypes } from '#contract/lifecycle.ts'
import { useApproximate } from '#web/features/listings/formats/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Response } from '#web/features/responses/queries.ts'
import { openLink } from '#web/telegram/index.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type BadgeTone, Rating, Verified } from '#web/ui/badge.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { Card, Price } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { hasStrip, PictureStrip } from '#web/ui/picture.tsx'
import { AnswerFacts } from './answer-facts.tsx'
import styles from './response-card.module.css'
import { ResponseFiles } from './response-files.tsx'

type ResponseCardProps = {
  response: Response
  isNew?: boolean
  more?: ReactNode
  /** Button to shortlist the response, or the badge of a shortlisted response. */
  mark?: ReactNode
  /** Collapses a flagged response that was expanded. It is undefined if the response is not flagged. */
  onFold?: () => void
  children?: ReactNode
  ref?: Ref<HTMLElement>
}

/** A response as the author sees it. A boosted response is highlighted. `children` are the author's actions. */
export function ResponseCard({ response, isNew, more, mark, onFold, children, ref }: ResponseCardProps) {
  const isBoosted = response.response_type === responseTypes.boosted
  const isChosen = response.status === 'chosen'
  const { t } = useFormats()
  const { user, works } = response
  return (
    <Card ref={ref} className={cx(styles.card, isBoosted && styles.boosted, isChosen && styles.chosen)}>
      {response.flag && onFold && (
        <div className="row row-between">
          <Badge tone="warn" icon={CopyX}>
            {t(`shield.${response.flag}`)}
          </Badge>
          <TextButton onClick={onFold}>{t('shield.fold')}</TextButton>
        </div>
      )}
      <ResponseBadges response={response} isNew={isNew} />
      <ResponseHead response={response} more={more} mark={mark} />
      <ResponseText response={response} />
      {response.answers.length > 0 && <AnswerFacts answers={response.answers} />}
      {hasStrip(works) && (
        <Link to={`/user/${user.id}`} aria-label={t('responses.works', { name: user.full_name })}>
          <PictureStrip pictures={works} />
        </Link>
      )}
      {children}
    </Card>
  )
}

/** Badges that show the author's decision about a response. */
const statusBadges: Partial<
  Record<Response['status'], { tone: BadgeTone; icon: LucideIcon; words: string }>
> = {
  chosen: { tone: 'good', icon: Trophy, words: 'responses.chosen' },
  shortlisted: { tone: 'accent', icon: Bookmark, words: 'myResponses.status.shortlisted' },
  declined: { tone: 'bad', icon: CircleX, words: 'myResponses.status.declined' },
}

function ResponseBadges({ response, isNew }: { response: Response; isNew?: boolean }) {
  const { t } = useFormats()
  const isBoosted = response.response_type === responseTypes.boosted
  const statusBadge = statusBadges[response.status]
  if (!isBoosted && !isNew && !statusBadge) return null
  return (
    <div className={styles.marks}>
      {isBoosted && (
        <Badge tone="boost" icon={Rocket}>
          {t('responses.boosted', { place: response.place ?? 1 })}
        </Badge>
      )}
      {isNew && (
        <Badge tone="accent" icon={Sparkle}>
          {t('responses.new')}
        </Badge>
      )}
      {statusBadge && (
        <Badge tone={statusBadge.tone} icon={statusBadge.icon}>
          {t(statusBadge.words)}
        </Badge>
      )}
    </div>
  )
}

function ResponseHead({ response, more, mark }: Pick<ResponseCardProps, 'response' | 'more' | 'mark'>) {
  const { t, money, age, decimal } = useFormats()
  const { user, price, currency } = response
  const approximatePrice = useApproximate()(price, price, currency)
  return (
    <div className={styles.head}>
      <Avatar id={user.id} name={user.full_name} src={user.avatar_url} />
      <div className={styles.person}>
        <h2 className={styles.name}>
          <Link to={`/user/${user.id}`}>{user.full_name}</Link>
          {user.is_verified && <Verified label={t('responses.verified')} />}
        </h2>
        <DottedLine className={cx('cap muted', styles.record)}>
          {user.rating === null ? (
            t('responses.noRating')
          ) : (
            <Rating value={decimal(user.rating)} label={t('a11y.rating', { value: decimal(user.rating) })} />
          )}
          {user.completed_count > 0 && t('profile.ordersDone', { count: user.completed_count })}
          <time dateTime={response.created_at}>{age(response.created_at)}</time>
        </DottedLine>
      </div>
      <div className={styles.corner}>
        {mark}
        {more}
      </div>
      {price !== null && (
        <div className={styles.sum}>
          <Price about={approximatePrice}>{money(price, currency)}</Price>
        </div>
      )}
    </div>
  )
}

/** Text of the response with its attachments. The text is collapsed until it is clicked. */
function ResponseText({ response }: { response: Response }) {
  const { t } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { materials_link: link } = response
  return (
    <>
      <button type="button" className={styles.text} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={cx('sub', isOpen ? 'prose' : 'clamp-3')}>
          {isOpen ? bindWords(response.response_text) : bindWords(response.response_text)}
        </span>
      </button>
      {link && (
        <button type="button" className={styles.link} onClick={() => openLink(link)}>
          <Link2 className="i16" />
          <span className="ellipsis">{link.replace(/^https:\/\/(www\.)?/, '')}</span>
        </button>
      )}
      <ResponseFiles files={response.files} />
      {response.with_resume && (
        <Link className={styles.link} to={`/user/${response.user.id}`}>
          <Paperclip className="i16" />
          <span className="ellipsis">{t('responses.resume')}</span>
        </Link>
      )}
    </>
  )
}
