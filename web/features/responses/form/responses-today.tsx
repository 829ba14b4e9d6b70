import { useQuery } from '@tanstack/react-query'
import { query } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'

/** The number is shown if this many responses or fewer are left. */
const shownUpTo = 10

/** Responses left within 24 hours, shown when few remain. */
export function ResponsesToday() {
  const { t } = useTranslation()
  const { data } = useQuery({ ...query('GET /api/responses/today'), staleTime: 0 })
  if (!data || data.left > shownUpTo) return null
  return <p className="cap muted">{t('shield.day', { count: data.left })}</p>
}
