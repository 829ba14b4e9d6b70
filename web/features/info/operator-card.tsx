import { useQuery } from '@tanstack/react-query'
import { query } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Card } from '#web/ui/card.tsx'

/**
 * Shows the company that operates the service, and how receipts are issued. It is empty if no company is configured.
 */
export function OperatorCard() {
  const { t } = useTranslation()
  const { data } = useQuery(query('GET /api/app/operator'))
  const operator = data?.operator
  if (!operator) return null
  const { name, tax_id, address, email, receipts } = operator
  return (
    <Card className="stack stack-1">
      <h2 className="head">{t('operator.title')}</h2>
      <p className="sub prose">
        {name}
        <br />
        {t('operator.taxId', { id: tax_id })}
        <br />
        {address}
        <br />
        {email}
      </p>
      <p className="sub prose">{t(`operator.receipts.${receipts}`)}</p>
    </Card>
  )
}
