import { ChevronDown, CopyX } from 'lucide-react'
import { nextOfResponse } from '#contract/lifecycle.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { useResponseMutation } from '#web/features/responses/mutations.ts'
import type { Response } from '#web/features/responses/queries.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './folded-response.module.css'
import cards from './response-card.module.css'

/** A flagged response, folded to one row with the reason until clicked. */
export function FoldedResponse({ response, onOpen }: { response: Response; onOpen: () => void }) {
  const { t } = useFormats()
  const { flag, flag_share: share, is_own_copy: isOwn } = response
  const why = flag === 'copy' ? (isOwn ? 'copy.own' : 'copy.others') : flag
  return (
    <button type="button" className={styles.fold} aria-expanded={false} onClick={onOpen}>
      <CopyX className={styles.icon} />
      <span className="grow">
        {t(`shield.${flag}`)}
        <small>{t(`shield.${why}.why`, { share })}</small>
      </span>
      <ChevronDown className={styles.icon} />
    </button>
  )
}

/** The author's verdict on a flagged response: acceptable or spam. */
export function FlagVerdict({ response }: { response: Response }) {
  const { t } = useFormats()
  const judgement = useResponseMutation(response)
  return (
    <div className={cards.actions}>
      <Button
        small
        variant="fill"
        className={cards.short}
        loading={judgement.isPending && judgement.variables === 'notCopy'}
        onClick={() => judgement.mutate('notCopy')}
      >
        {t(response.flag === 'copy' ? 'shield.notCopy' : 'shield.fine')}
      </Button>
      {response.status !== 'chosen' && nextOfResponse(response.status, 'decline') && (
        <Button
          small
          variant="badSoft"
          className={cards.short}
          loading={judgement.isPending && judgement.variables === 'spam'}
          onClick={() => judgement.mutate('spam')}
        >
          {t('shield.declineSpam')}
        </Button>
      )}
    </div>
  )
}
