import { Star } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'

const ReviewSheet = lazySheet(() => import('./review-sheet.tsx'))

/**
 * Reminds both sides of a finished deal to write a review. Afterwards it shows the viewer's own review until both
 * reviews are published.
 */
export function ReviewCard({ listing }: { listing: Listing }) {
  const other = listing.is_owner ? listing.executor : listing.author
  if (!other) return null
  return listing.own_review ? (
    <SentReview review={listing.own_review} name={other.full_name} />
  ) : (
    <ReviewReminder listing={listing} />
  )
}

type SentReviewProps = { review: NonNullable<Listing['own_review']>; name: string }

function SentReview({ review: { rating, text, shown_at }, name }: SentReviewProps) {
  const { t, date } = useFormats()
  return (
    <Card className="stack stack-2">
      <h2 className="head">{t('review.own.title')}</h2>
      <Stars value={rating} label={t('review.own.rating', { rating })} />
      {text && <p className="sub prose">{bindWords(text)}</p>}
      <p className="cap muted">{t('review.own.text', { name, date: date(shown_at) })}</p>
    </Card>
  )
}

/** The review form opens at once if the URL contains `?review=write`. */
function ReviewReminder({ listing }: { listing: Listing }) {
  const { t, date } = useFormats()
  const sheet = useSheet()
  const [search, setSearch] = useSearchParams()
  const isRequested = search.get('review') === 'write'
  const other = listing.is_owner ? listing.executor : listing.author
  const isOpen = listing.review_until !== null && other !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the URL opens the form
  useEffect(() => {
    if (!isOpen || !isRequested) return
    sheet.open()
    setSearch({}, { replace: true })
  }, [isOpen, isRequested])

  if (!listing.review_until || !other) return null
  return (
    <>
      <Notice
        icon={Star}
        tone="accent"
        title={t('review.remind.title')}
        action={
          <Button small onClick={sheet.open}>
            {t('review.remind.action')}
          </Button>
        }
      >
        {t('review.remind.text', { name: other.full_name, date: date(listing.review_until) })}
      </Notice>
      {sheet.isMounted && <ReviewSheet listing={listing} person={other} {...sheet.props} />}
    </>
  )
}
