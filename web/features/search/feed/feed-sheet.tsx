import { useMutation, useQuery } from '@tanstack/react-query'
import { Info, X } from 'lucide-react'
import { useState } from 'react'
import type { NotForMeReason } from '#contract/not-for-me.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Listing } from '#web/features/listings/types.ts'
import {
  type HiddenListing,
  hiddenListings,
  hideListing,
  hideReasonsOf,
  unhideListing,
} from '#web/features/search/hide/hidden-listings.ts'
import { useHideTexts } from '#web/features/search/hide/hidden-words.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Radios } from '#web/ui/radios.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type FeedSheetProps = {
  listing: Listing
  onHidden: (hiddenListing: HiddenListing) => void
  onReturned: (id: number) => void
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Asks for the reason to hide a listing; its second page explains the feed. */
export default function FeedSheet({ listing, onHidden, onReturned, ...sheet }: FeedSheetProps) {
  const { t } = useTranslation()
  const [isExplaining, setExplaining] = useState(false)
  return (
    <Sheet {...sheet} title={t(isExplaining ? 'feed.title' : 'notThis.title')}>
      {isExplaining ? (
        <FeedSettings onReturned={onReturned} />
      ) : (
        <HideForm
          listing={listing}
          onSettings={() => setExplaining(true)}
          onHidden={(hiddenListing) => {
            onHidden(hiddenListing)
            sheet.onClose()
          }}
        />
      )}
    </Sheet>
  )
}

/** Explains the feed and lists hidden authors and topics. */
function FeedSettings({ onReturned }: { onReturned: (id: number) => void }) {
  const { t } = useTranslation()
  const words = useHideTexts()
  const hiddenQuery = useQuery(hiddenListings())
  const returnMutation = useMutation({
    mutationFn: async (id: number) => {
      await unhideListing(id)
      onReturned(id)
    },
    onError: (failure) => void showFailure(failure),
  })
  return (
    <div className="stack stack-4">
      <p className="sub prose">{t('faq.feed.a')}</p>
      {hiddenQuery.data && (
        <p className="sub muted">{t(hiddenQuery.data.length > 0 ? 'feed.away' : 'feed.none')}</p>
      )}
      {hiddenQuery.data?.map((hiddenListing) => (
        <div key={hiddenListing.listing_id} className="row">
          <div className="grow">
            <p>{words(hiddenListing, 'line')}</p>
            <p className="cap muted ellipsis">{hiddenListing.title}</p>
          </div>
          <IconButton
            icon={X}
            label={t('feed.return', { what: words(hiddenListing, 'line') })}
            onClick={() => returnMutation.mutate(hiddenListing.listing_id)}
          />
        </div>
      ))}
    </div>
  )
}

type NotThisProps = {
  listing: Listing
  onHidden: (hiddenListing: HiddenListing) => void
  onSettings: () => void
}

/**
 * Form with up to five reasons to hide a listing. None is chosen beforehand, because a habit of pressing must not mute a
 * whole category. The effect of the chosen reason follows the choice, before which the button is disabled.
 */
function HideForm({ listing, onHidden, onSettings }: NotThisProps) {
  const { t } = useTranslation()
  const reasons = hideReasonsOf(listing)
  const [reason, setReason] = useState<NotForMeReason | null>(null)
  const saying = useMutation({
    mutationFn: (chosen: NotForMeReason) => hideListing(listing.id, chosen),
    onSuccess: (hiddenListing) => {
      haptic('success')
      onHidden(hiddenListing)
    },
    onError: (failure) => void showFailure(failure),
  })
  return (
    <div className="stack stack-4">
      <p className="sub muted">{listing.title}</p>
      <Radios
        label={t('notThis.title')}
        options={reasons.map((value) => ({ value, label: t(`notThis.${value}`) }))}
        value={reason}
        onChange={setReason}
      />
      {reason && (
        <Notice icon={Info} tone="accent">
          {t(`notThis.effect.${reason}`)} {t('notThis.back')}
        </Notice>
      )}
      <div className="stack stack-2">
        <Button
          wide
          disabled={reason === null}
          loading={saying.isPending}
          onClick={() => reason && saying.mutate(reason)}
        >
          {t('notThis.submit')}
        </Button>
        <Button wide variant="ghost" onClick={onSettings}>
          {t('notThis.settings')}
        </Button>
      </div>
    </div>
  )
}
