import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CreditCard } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import { PublicationSteps } from '#web/features/listings/publication.tsx'
import { order as orderQuery, refreshListings } from '#web/features/listings/queries.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { publicationStatus } from '#web/features/payments/queries.ts'
import { roubles } from '#web/features/payments/use-payment.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { haptic } from '#web/telegram/index.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

const pollMs = 2000
const unpaid = ['draft', 'awaiting_payment']

/** Stands while the provider is asked; the app may be closed meanwhile, the bot tells the outcome. */
export default function PaymentCheckScreen() {
  const { t, money } = useFormats()
  const [search] = useSearchParams()
  const id = Number(search.get('order'))
  const me = useMe()
  const status = useQuery({ ...publicationStatus(me?.id ?? 0), enabled: me !== undefined })
  const found = useQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) => (!state.data || unpaid.includes(state.data.status) ? pollMs : false),
    refetchIntervalInBackground: true,
  })
  const order = found.data
  const isPaid = order !== undefined && !unpaid.includes(order.status)

  useEffect(() => {
    if (!isPaid) return
    haptic('success')
    void refreshListings()
  }, [isPaid])

  if (found.isError && !order) return <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Page centred>
      <div role="status">
        <EmptyState
          main
          key={String(isPaid)}
          icon={isPaid ? CircleCheck : CreditCard}
          tone={isPaid ? 'good' : 'accent'}
          title={t(isPaid ? 'payment.ok' : 'payment.check.title')}
          text={t(isPaid ? 'payment.done.text' : 'payment.check.text')}
        />
      </div>
      <Card className="stack stack-4">
        <p className="row row-between">
          <span className="sub muted ellipsis">{order?.title ?? t('common.loading')}</span>
          <b className="num">{status.data && money(status.data.price, roubles)}</b>
        </p>
        <PublicationSteps now={isPaid ? 2 : 1} />
      </Card>
      {isPaid && (
        <ButtonLink to={`/order/${id}`} replace wide>
          {t('payment.openOrder')}
        </ButtonLink>
      )}
      <ButtonLink to="/listings" replace wide variant="card">
        {t('payment.toListings')}
      </ButtonLink>
    </Page>
  )
}
