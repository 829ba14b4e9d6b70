import { useMutation, useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import type { ReplyOf } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { upload } from '#web/client/http/upload.ts'
import { query } from '#web/client/query.ts'
import { refreshCalls } from '#web/features/admin/frame/queries.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Facts } from '#web/ui/list.tsx'

type RegisterImport = ReplyOf<'POST /api/admin/registers'>
type UnreadableRegister = { lines: { line: number; column: string | null }[]; total: number }

const shownCounts = ['matched', 'late', 'missing', 'surplus', 'mismatched', 'returned_outside'] as const

/**
 * Uploads the provider's register and shows the result of the last import, or the lines that could not be
 * read.
 */
export function RegisterCard() {
  const { t } = useAdminFormats()
  const [unreadable, setUnreadable] = useState<UnreadableRegister | null>(null)
  const lastImport = useQuery(query('GET /api/admin/registers')).data?.[0]
  const importRegister = useMutation({
    mutationFn: (file: File) => upload('POST /api/admin/registers', { upload: file }),
    onMutate: () => setUnreadable(null),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'register_unreadable')
        setUnreadable(error.details as UnreadableRegister | null)
      void showFailure(error)
    },
    onSettled: () =>
      refreshCalls('GET /api/admin/registers', 'GET /api/admin/cases', 'GET /api/admin/health'),
  })
  const shownImport = importRegister.data ?? lastImport
  return (
    <Card aria-label={t('admin.register.label')}>
      <div className="stack">
        <FilePicker
          icon={FileSpreadsheet}
          accept=".csv,.txt,text/csv"
          disabled={importRegister.isPending}
          title={t(importRegister.isPending ? 'admin.register.busy' : 'admin.register.pick')}
          note={t('admin.register.note')}
          onPick={([file]) => file && importRegister.mutate(file)}
        />
        {unreadable && <UnreadableLines {...unreadable} />}
        {shownImport && !unreadable && <ImportResult registerImport={shownImport} />}
      </div>
    </Card>
  )
}

function ImportResult({ registerImport }: { registerImport: RegisterImport }) {
  const { t, moment } = useAdminFormats()
  const times = { from: moment(registerImport.covers_from), to: moment(registerImport.covers_to) }
  const counts = shownCounts.filter((name) => registerImport[name] !== 0)
  return (
    <div className="stack stack-1">
      <p className="cap muted num">
        {t(registerImport.is_repeated ? 'admin.register.repeated' : 'admin.register.covers', times)}
      </p>
      <Facts
        items={counts.map((name) => ({
          name: t(`admin.register.count.${name}`),
          value: <span className="num">{registerImport[name]}</span>,
        }))}
      />
      {counts.length === 0 && <p className="sub">{t('admin.report.none')}</p>}
    </div>
  )
}

function UnreadableLines({ lines, total }: UnreadableRegister) {
  const { t } = useAdminFormats()
  return (
    <div className="stack stack-1" role="alert">
      <p className="sub bad">{t('admin.register.unreadable', { count: total })}</p>
      <ul className="cap">
        {lines.map(({ line, column }) => (
          <li key={line}>
            {t('admin.register.line', { line })}: {t(`admin.register.column.${column ?? 'line'}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}

const countNames = ['matched', 'late', 'missing', 'surplus', 'returned_outside'] as const

/** Today's comparison with the providers, and below it the money since the start. Lines of nothing are left out. */
export function ReportCard() {
  const report = useQuery(query('GET /api/admin/money_report')).data
  return report ? <Report report={report} /> : null
}

/** The two parts of the money report. */
function Report({ report }: { report: ReplyOf<'GET /api/admin/money_report'> }) {
  const { t, sum } = useAdminFormats()
  const counts = countNames.filter((name) => report[name] !== 0)
  const balances = report.balances.filter(({ amount }) => amount !== 0)
  const whole = [
    ...balances.map(({ account, currency, amount }) => ({
      name: t(`admin.report.account.${account}`),
      value: <span className={cx(styles.whole, 'num')}>{sum(amount, currency)}</span>,
    })),
    ...(report.credits === 0 ? [] : [{ name: t('admin.report.credits'), value: report.credits }]),
  ]
  return (
    <>
      <Card aria-label={t('admin.report')}>
        <h2 className="head">{t('admin.report')}</h2>
        <Facts
          items={counts.map((key) => ({ name: t(`admin.register.count.${key}`), value: report[key] }))}
        />
        {counts.length === 0 && <p className="sub muted">{t('admin.report.idle')}</p>}
      </Card>
      {whole.length > 0 && (
        <Card aria-label={t('admin.report.whole')}>
          <h2 className="head">{t('admin.report.whole')}</h2>
          <Facts items={whole} />
          <p className="cap muted">{t('admin.report.tests')}</p>
        </Card>
      )}
    </>
  )
}
