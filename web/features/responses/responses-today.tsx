import { useQuery } from '@tanstack/react-query'
import { query } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'

/** From so few on the number is worth saying. */
const few = 10

/** How many responses are left within 24 hours, once they run short. */
export function ResponsesToday() {
  const { t } = useTranslation()
  const { data } = useQuery({ ...query('GET /api/responses/today'), staleTime: 0 })
  if (!data || data.left > few) return null
  return <p className="cap muted">{t('shield.day', { count: data.left })}</p>
}
