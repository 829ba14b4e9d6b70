import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { query } from '#web/client/query.ts'
import { FunnelAdvice, FunnelBars, FunnelDays } from '#web/features/listing-page/funnel.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'
import { ScreenSkeleton } from '#web/ui/screen-skeleton.tsx'

/** Funnel of a listing for its author, from card views to responses. */
export default function FunnelScreen() {
  const { t } = useFormats()
  const id = Number(useParams().id)
  const { data, error, refetch } = useQuery(query('GET /api/listings/:id/funnel', { params: { id } }))
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <ScreenSkeleton label={t('common.loading')} />
  const { kind, title, day, advice } = data
  // The day never stands alone on a second line: the last word of the title goes with it.
  const dayText = ` · ${t('funnel.day', { number: day })}`.replaceAll(' ', '\u00a0')
  return (
    <Page>
      <PageTitle>{t(`funnel.title.${kind}`)}</PageTitle>
      <PageLead>{title + dayText}</PageLead>
      <FunnelBars funnel={data} />
      <FunnelDays funnel={data} />
      {advice && <FunnelAdvice advice={advice} listing={{ kind, id }} />}
    </Page>
  )
}
