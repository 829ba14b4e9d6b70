import { useMutation } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import type { NotForMeReason } from '#contract/not-for-me.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Radios } from '#web/ui/radios.tsx'
import { type HiddenListing, hideListing, hideReasonsOf } from './hidden-listings.ts'

type NotThisProps = { listing: Listing; onHidden: (said: HiddenListing) => void; onSettings: () => void }

/** Form with up to five reasons to hide a listing; its effect is explained before sending. */
export function HideForm({ listing, onHidden, onSettings }: NotThisProps) {
  const { t } = useTranslation()
  const reasons = hideReasonsOf(listing)
  const [reason, setReason] = useState<NotForMeReason>(reasons[0] ?? 'busy')
  const saying = useMutation({
    mutationFn: () => hideListing(listing.id, reason),
    onSuccess: (said) => {
      haptic('success')
      onHidden(said)
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
      <Notice icon={Info} tone="accent">
        {t(`notThis.effect.${reason}`)} {t('notThis.back')}
      </Notice>
      <div className="stack stack-2">
        <Button wide loading={saying.isPending} onClick={() => saying.mutate()}>
          {t('notThis.submit')}
        </Button>
        <Button wide variant="fill" onClick={onSettings}>
          {t('notThis.settings')}
        </Button>
      </div>
    </div>
  )
}
