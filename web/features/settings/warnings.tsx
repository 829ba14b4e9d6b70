import { useQuery } from '@tanstack/react-query'
import { dateFormat } from '#contract/formats.ts'
import { dateLocale } from '#contract/languages.ts'
import { query } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Card } from '#web/ui/card.tsx'

/** Warnings that the user received from moderators; nothing is shown without warnings. */
export function Warnings() {
  const { t, language } = useTranslation()
  const { data: warnings = [] } = useQuery(query('GET /api/users/warnings'))
  if (warnings.length === 0) return null
  const day = dateFormat(dateLocale[language], { dateStyle: 'long' })
  return (
    <Card className="stack">
      <h2 className="head">{t('warnings.title')}</h2>
      <ul className="stack">
        {warnings.map(({ reason, created_at }) => (
          <li key={created_at}>
            <p>{reason}</p>
            <p className="cap muted">{day.format(new Date(created_at))}</p>
          </li>
        ))}
      </ul>
      <p className="sub muted">{t('warnings.text')}</p>
    </Card>
  )
}
