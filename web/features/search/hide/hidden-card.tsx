import { useMutation } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type HiddenListing, unhideListing } from './hidden-listings.ts'
import { useHideTexts } from './hidden-words.ts'

/** Card in place of a hidden listing, until the feed is loaded again. */
export default function HiddenCard({
  hidden,
  onReturned,
}: {
  hidden: HiddenListing
  onReturned: (id: number) => void
}) {
  const { t } = useTranslation()
  const hideText = useHideTexts()
  const unhideMutation = useMutation({
    mutationFn: () => unhideListing(hidden.listing_id),
    onSuccess: () => onReturned(hidden.listing_id),
    onError: (failure) => void showFailure(failure),
  })
  return (
    <Card>
      <div className="row" role="status">
        <EyeOff />
        <p className="grow sub">{hideText(hidden, 'away')}</p>
        <TextButton aria-busy={unhideMutation.isPending || undefined} onClick={() => unhideMutation.mutate()}>
          {t('notThis.return')}
        </TextButton>
      </div>
    </Card>
  )
}
