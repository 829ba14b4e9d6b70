import { useQuery } from '@tanstack/react-query'
import { query } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'

/** Number of remaining responses up to which the number is shown. */
const shownUpTo = 10

/** Number of responses that the user can still send within 24 hours. It is shown only when few remain. */
export function ResponsesToday() {
  const { t } = useTranslation()
  const { data } = useQuery({ ...query('GET /api/responses/today'), staleTime: 0 })
  if (!data || data.left > shownUpTo) return null
  return <p className="cap muted">{t('shield.day', { count: data.left })}</p>
}
