import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { hiddenListings, unhideListing } from '#web/features/search/hide/hidden-listings.ts'
import { useHideTexts } from '#web/features/search/hide/hidden-words.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Explains the feed and lists hidden authors and topics. */
export function FeedSettings({ onReturned }: { onReturned: (id: number) => void }) {
  const { t } = useTranslation()
  const words = useHideTexts()
  const away = useQuery(hiddenListings())
  const returning = useMutation({
    mutationFn: async (id: number) => {
      await unhideListing(id)
      onReturned(id)
    },
    onError: (failure) => void showFailure(failure),
  })
  return (
    <div className="stack stack-4">
      <p className="sub">{t('faq.feed.a')}</p>
      {away.data && <p className="sub muted">{t(away.data.length > 0 ? 'feed.away' : 'feed.none')}</p>}
      {away.data?.map((said) => (
        <div key={said.listing_id} className="row">
          <div className="grow">
            <p>{words(said, 'line')}</p>
            <p className="cap muted ellipsis">{said.title}</p>
          </div>
          <IconButton
            icon={X}
            label={t('feed.return', { what: words(said, 'line') })}
            onClick={() => returning.mutate(said.listing_id)}
          />
        </div>
      ))}
    </div>
  )
}
