import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Button } from '#web/ui/button.tsx'
import { openPayment } from './open-payment.ts'

/**
 * Button that opens the page of a pending payment again, because some clients do not open the page and the user may
 * have closed it.
 */
export function OpenPaymentAgain({ url }: { url: string }) {
  const { t } = useFormats()
  return (
    <div className="stack stack-4">
      <p className="sub muted" style={{ textAlign: 'center', textWrap: 'pretty' }}>
        {t('payment.unpaid')}
      </p>
      <Button wide onClick={() => void openPayment(url)}>
        {t('payment.openAgain')}
      </Button>
    </div>
  )
}
