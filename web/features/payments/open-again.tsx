import { useFormats } from '#web/features/listings/use-formats.ts'
import { Button } from '#web/ui/button.tsx'
import { openPayment } from './open-payment.ts'

/** Nothing was paid so far: some clients open no page, and who has closed it may go back to it. */
export function OpenAgain({ url }: { url: string }) {
  const { t } = useFormats()
  return (
    <div className="stack stack-2">
      <p className="sub muted" style={{ textAlign: 'center', textWrap: 'pretty' }}>
        {t('payment.unpaid')}
      </p>
      <Button wide onClick={() => void openPayment(url)}>
        {t('payment.openAgain')}
      </Button>
    </div>
  )
}
