import { useQuery } from '@tanstack/react-query'
import { query } from '#web/client/query.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/list.tsx'

const counted = ['matched', 'late', 'missing', 'surplus', 'returned_outside'] as const

/** The money report of today: reconciliation, credits and balances. */
export function ReportCard() {
  const { t, sum } = useAdminFormats()
  const report = useQuery(query('GET /api/admin/money_report')).data
  if (!report) return null
  return (
    <Card aria-label={t('admin.report')}>
      <p className="head">{t('admin.report')}</p>
      <Facts
        items={[
          ...counted.map((key) => ({ name: t(`admin.register.count.${key}`), value: report[key] })),
          { name: t('admin.report.credits'), value: report.credits },
          ...report.balances.map(({ account, currency, amount }) => ({
            name: t(`admin.report.account.${account}`),
            value: sum(amount, currency),
          })),
        ]}
      />
    </Card>
  )
}
