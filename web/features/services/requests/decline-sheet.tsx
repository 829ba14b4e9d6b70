import { useState } from 'react'
import type { InviteDecline } from '#contract/invitations.ts'
import { requestDeclines } from '#contract/service-requests.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { ServiceRequest } from '#web/features/services/requests/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useRequestMutation } from './mutations.ts'

type DeclineSheetProps = {
  request: ServiceRequest
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Sheet in which the freelancer declines a request, with a reason if they want to give one. */
export function DeclineSheet({ request, ...sheet }: DeclineSheetProps) {
  const { t } = useFormats()
  const [chosen, setChosen] = useState<InviteDecline>()
  const mutation = useRequestMutation(request.id, () => {
    showToast({ text: t('request.declined') })
    sheet.onClose()
  })
  return (
    <Sheet
      {...sheet}
      title={t('request.decline.title')}
      footer={
        <Button
          wide
          variant="bad"
          loading={mutation.isPending}
          onClick={() => mutation.mutate((calls, id) => calls.decline(id, { reason: chosen }))}
        >
          {t('request.decline')}
        </Button>
      }
    >
      <p className="sub muted">{bindWords(t('invited.why'))}</p>
      <Chips label={t('invited.why')}>
        {requestDeclines.map((reason) => (
          <Chip
            key={reason}
            pressed={reason === chosen}
            onClick={() => setChosen(reason === chosen ? undefined : reason)}
          >
            {t(`invited.why.${reason}`)}
          </Chip>
        ))}
      </Chips>
    </Sheet>
  )
}
