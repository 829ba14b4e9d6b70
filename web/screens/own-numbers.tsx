import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { dateFormat } from '#contract/formats.ts'
import { dateLocale } from '#contract/languages.ts'
import { query } from '#web/client/query.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { AgreedSums, dateOfMonth, ResponseNumbers } from '#web/features/profile/numbers/own-numbers.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'
import { ScreenSkeleton } from '#web/ui/screen-skeleton.tsx'

/** Sums that a freelancer agreed on and how the responses ended, in the latest months. */
export default function OwnNumbersScreen() {
  const { t, language } = useFormats()
  const me = useMe()
  const { data, error, refetch } = useQuery({
    ...query('GET /api/users/own_numbers', {}),
    // Each entry reads the numbers anew, because every response and every answer changes them.
    staleTime: 0,
  })
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data || !me) return <ScreenSkeleton label={t('common.loading')} />
  const [first] = data.agreed.months
  if (!first || (data.responses.sent === 0 && data.deals === 0))
    return (
      <Page centred>
        <EmptyState
          main
          icon={ChartNoAxesColumn}
          title={t('numbers.empty.title')}
          text={t('numbers.empty.text')}
          action={<ButtonLink to="/search/orders">{t('myResponses.empty.action')}</ButtonLink>}
        />
      </Page>
    )
  // Russian declines the month only beside a day: «июня», not «июнь».
  const month = dateFormat(dateLocale[language], { day: 'numeric', month: 'long' })
    .formatToParts(dateOfMonth(first.month))
    .find(({ type }) => type === 'month')?.value
  return (
    <Page>
      <header>
        <PageTitle>{t('numbers.title')}</PageTitle>
        <PageLead>{t('numbers.since', { month, count: data.deals })}</PageLead>
      </header>
      <AgreedSums agreed={data.agreed} />
      <ResponseNumbers numbers={data} category={me.category?.name ?? null} />
    </Page>
  )
}
