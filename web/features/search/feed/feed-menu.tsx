import { Flag, Share, ThumbsDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { HideCell } from '#web/features/relations/hide-cell.tsx'
import MoreSheet from '#web/features/relations/more-sheet.tsx'
import type { HiddenListing } from '#web/features/search/hide/hidden-listings.ts'
import ShareSheet from '#web/features/share/share-sheet.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import FeedSheet from './feed-sheet.tsx'

type FeedMenuProps = {
  listing: Listing
  /** Remembers that a listing was hidden, or shows it again. */
  setHidden: (id: number, hiddenListing?: HiddenListing) => void
  open: boolean
  onClose: () => void
  onClosed: () => void
}

type NextStep = 'hide' | 'share' | 'report'

/** Menu of a card in a list, and the sheets that its rows open in its place. */
export default function FeedMenu({ listing, setHidden, ...sheet }: FeedMenuProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState<'menu' | NextStep>('menu')
  const [isMenuOpen, setMenuOpen] = useState(true)
  const nextStep = useRef<NextStep>(undefined)
  const { author } = listing
  const goTo = (next: NextStep) => {
    nextStep.current = next
    setMenuOpen(false)
  }
  if (step === 'hide')
    return (
      <FeedSheet
        {...sheet}
        listing={listing}
        onHidden={(hiddenListing) => setHidden(hiddenListing.listing_id, hiddenListing)}
        onReturned={setHidden}
      />
    )
  if (step === 'share') return <ShareSheet {...sheet} item={listing} />
  if (step === 'report')
    return <MoreSheet {...sheet} subject={{ type: 'listing', id: listing.id }} start="report" />
  return (
    <Sheet
      title={listing.title}
      oneLine
      open={sheet.open && isMenuOpen}
      onClose={sheet.onClose}
      onClosed={() => (nextStep.current ? setStep(nextStep.current) : sheet.onClosed())}
    >
      <List icons flush>
        <Cell
          icon={ThumbsDown}
          title={t('feed.hide')}
          note={t('feed.hideNote')}
          onClick={() => goTo('hide')}
        />
        {author && <HideCell person={author} onDone={sheet.onClose} />}
        <Cell inPlace icon={Share} title={t('action.share')} onClick={() => goTo('share')} />
        <Cell bad inPlace={false} icon={Flag} title={t('more.report')} onClick={() => goTo('report')} />
      </List>
    </Sheet>
  )
}
