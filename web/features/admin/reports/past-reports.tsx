import { useTranslation } from '#web/client/use-translation.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'

type PastReportsProps = { accepted: number; dismissed: number }

/** Numbers of earlier reports by their decision. Zeros are left out. */
export function PastReports({ accepted, dismissed }: PastReportsProps) {
  const { t } = useTranslation()
  if (accepted + dismissed === 0) return null
  return (
    <DottedLine className="cap muted num">
      {accepted > 0 && t('admin.report.past.accepted', { count: accepted })}
      {dismissed > 0 && t('admin.report.past.dismissed', { count: dismissed })}
    </DottedLine>
  )
}
