import { Share, ThumbsDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Listing } from '#web/features/listings/types.ts'
import MoreSheet from '#web/features/relations/more-sheet.tsx'
import type { HiddenListing } from '#web/features/search/hide/hidden-listings.ts'
import ShareSheet from '#web/features/share/share-sheet.tsx'
import { Cell } from '#web/ui/list.tsx'
import FeedSheet from './feed-sheet.tsx'

type FeedMenuProps = {
  listing: Listing
  onHidden: (hiddenListing: HiddenListing) => void
  onReturned: (id: number) => void
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Menu of a card of the feed, and the sheets that its rows open in its place. */
export default function FeedMenu({ listing, onHidden, onReturned, ...sheet }: FeedMenuProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState<'menu' | 'hide' | 'share'>('menu')
  const [isMenuOpen, setMenuOpen] = useState(true)
  const nextStep = useRef<'hide' | 'share'>(undefined)
  const { author } = listing
  const goTo = (next: 'hide' | 'share') => {
    nextStep.current = next
    setMenuOpen(false)
  }
  if (step === 'hide')
    return <FeedSheet {...sheet} listing={listing} onHidden={onHidden} onReturned={onReturned} />
  if (step === 'share') return <ShareSheet {...sheet} item={listing} />
  return (
    <MoreSheet
      title={listing.title}
      subject={{ type: 'listing', id: listing.id }}
      person={author ? { id: author.id, full_name: author.full_name } : undefined}
      actions={() => (
        <>
          <Cell
            icon={ThumbsDown}
            title={t('feed.hide')}
            note={t('feed.hideNote')}
            onClick={() => goTo('hide')}
          />
          <Cell icon={Share} title={t('action.share')} onClick={() => goTo('share')} />
        </>
      )}
      open={sheet.open && isMenuOpen}
      onClose={sheet.onClose}
      onClosed={() => (nextStep.current ? setStep(nextStep.current) : sheet.onClosed())}
    />
  )
}
