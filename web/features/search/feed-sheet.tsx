import { useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { FeedSettings } from './feed-settings.tsx'
import { NotThis } from './not-this.tsx'
import type { PutAway } from './put-away.ts'

type FeedSheetProps = {
  /** What does not suit; null to read how the collection is made. */
  subject: Listing | null
  onSaid: (said: PutAway) => void
  onReturned: (id: number) => void
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Why a card does not suit, and from there or at once how the collection is made. */
export default function FeedSheet({ subject, onSaid, onReturned, ...sheet }: FeedSheetProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(subject)
  return (
    <Sheet {...sheet} title={t(asked ? 'notThis.title' : 'feed.title')} gripLabel={t('a11y.sheetGrip')}>
      {asked ? (
        <NotThis
          listing={asked}
          onSettings={() => setAsked(null)}
          onSaid={(said) => {
            onSaid(said)
            sheet.onClose()
          }}
        />
      ) : (
        <FeedSettings onReturned={onReturned} />
      )}
    </Sheet>
  )
}
