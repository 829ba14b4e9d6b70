import { Star } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Listing } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'

const ReviewSheet = lazy(() => import('./review-sheet.tsx'))

/** Reminds each side of finished work of the review; `?review=write` opens the form at once. */
export function ReviewCard({ listing }: { listing: Listing }) {
  const { t, date } = useFormats()
  const sheet = useSheet()
  const [search, setSearch] = useSearchParams()
  const isWanted = search.get('review') === 'write'
  const other = listing.is_owner ? listing.executor : listing.author
  const isOpen = listing.review_until !== null && other !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address asks for the form
  useEffect(() => {
    if (!isOpen || !isWanted) return
    sheet.open()
    setSearch({}, { replace: true })
  }, [isOpen, isWanted])

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
      {sheet.isMounted && (
        <Suspense>
          <ReviewSheet listing={listing} person={other} {...sheet.props} />
        </Suspense>
      )}
    </>
  )
}
