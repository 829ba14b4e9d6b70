import { useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Listing } from '#web/features/listings/types.ts'
import type { HiddenListing } from '#web/features/search/hide/hidden-listings.ts'
import { HideForm } from '#web/features/search/hide/hide-reasons.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { FeedSettings } from './feed-settings.tsx'

type FeedSheetProps = {
  /** The listing to hide; `null` to show the explanation of the feed. */
  subject: Listing | null
  onHidden: (said: HiddenListing) => void
  onReturned: (id: number) => void
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Asks for the reason to hide a listing; also explains the feed. */
export default function FeedSheet({ subject, onHidden, onReturned, ...sheet }: FeedSheetProps) {
  const { t } = useTranslation()
  const [shownSubject, setShownSubject] = useState(subject)
  return (
    <Sheet
      {...sheet}
      title={t(shownSubject ? 'notThis.title' : 'feed.title')}
      gripLabel={t('a11y.sheetGrip')}
    >
      {shownSubject ? (
        <HideForm
          listing={shownSubject}
          onSettings={() => setShownSubject(null)}
          onHidden={(said) => {
            onHidden(said)
            sheet.onClose()
          }}
        />
      ) : (
        <FeedSettings onReturned={onReturned} />
      )}
    </Sheet>
  )
}
