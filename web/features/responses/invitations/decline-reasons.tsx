import { inviteDeclines } from '#contract/invitations.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { bindWords } from '#web/ui/glue.ts'
import type { ReceivedInvitation, useDeclineInvitation } from './queries.ts'

type DeclineReasonsProps = {
  decline_reason: ReceivedInvitation['decline_reason']
  declineMutation: ReturnType<typeof useDeclineInvitation>
}

/** Chips to choose the reason why an invitation was declined. A click on another chip changes the reason. */
export function DeclineReasons({ decline_reason, declineMutation }: DeclineReasonsProps) {
  const { t } = useTranslation()
  return (
    <div className="stack stack-2 grow">
      <p className="cap muted">{bindWords(t('invited.why'))}</p>
      <Chips label={t('invited.why')}>
        {inviteDeclines.map((reason) => (
          <Chip
            key={reason}
            pressed={reason === decline_reason}
            disabled={declineMutation.isPending}
            onClick={() => declineMutation.mutate(reason)}
          >
            {t(`invited.why.${reason}`)}
          </Chip>
        ))}
      </Chips>
    </div>
  )
}
