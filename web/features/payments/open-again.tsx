import { copyOrShow } from '#web/client/copy.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Button } from '#web/ui/button.tsx'
import { openPayment } from './open-payment.ts'

/**
 * Buttons that open the page of a pending payment again or copy its address, because some clients do not open the page
 * and the user may have closed it.
 */
export function OpenPaymentAgain({ url }: { url: string }) {
  const { t } = useFormats()
  return (
    <>
      <Button wide onClick={() => void openPayment(url)}>
        {t('payment.openAgain')}
      </Button>
      <Button wide variant="card" onClick={() => void copyOrShow(url, { text: t('payment.copied') })}>
        {t('share.copy')}
      </Button>
    </>
  )
}
