import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { ListingSkeletons } from '#web/features/listings/listing-skeleton.tsx'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import { order as orderQuery } from '#web/features/listings/queries.ts'
import { useShare } from '#web/features/listings/share.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { orderResponses, type Response, useMarkSeen } from '#web/features/responses/queries.ts'
import { ResponseCard } from '#web/features/responses/response-card.tsx'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

type Order = (a: Response, b: Response) => number
const inBase = ({ price, currency }: Response) =>
  price === null ? Number.POSITIVE_INFINITY : price * (currency?.rate_to_base ?? 1)

/** The server's own order first: paid places, then time. */
const orders: Record<string, Order | null> = {
  default: null,
  cheap: (a, b) => inBase(a) - inBase(b),
  rating: (a, b) => (b.user.rating ?? 0) - (a.user.rating ?? 0),
  new: (a, b) => b.created_at.localeCompare(a.created_at),
}

export default function OrderResponsesScreen() {
  const { t } = useFormats()
  const id = Number(useParams().id)
  const order = useQuery(orderQuery(id))
  const responses = useQuery(orderResponses(id))
  const [by, setBy] = useState('default')
  const share = useShare()
  const { mutate: markSeen } = useMarkSeen()
  const isOwn = order.data?.is_owner ?? false
  const count = responses.data?.length ?? 0

  useEffect(() => {
    if (isOwn && count > 0) markSeen(id)
  }, [id, isOwn, count, markSeen])

  const failed = order.error ?? responses.error
  if (failed && !responses.data)
    return (
      <LoadFailure error={failed} onRetry={() => void Promise.all([order.refetch(), responses.refetch()])} />
    )
  if (!order.data || !responses.data)
    return (
      <Page busy>
        <ListingSkeletons />
      </Page>
    )
  const compare = orders[by]
  const shown = compare ? responses.data.toSorted(compare) : responses.data
  return (
    <Page>
      <div className="stack stack-1" style={{ padding: '4px 4px 0' }}>
        <h1 className="title">{t('responses.title', { count })}</h1>
        <p className="cap muted ellipsis">{order.data.title}</p>
      </div>
      {count === 0 ? (
        <EmptyState
          icon={Inbox}
          title={t('responses.empty.title')}
          text={t('responses.empty.text')}
          action={<Button onClick={() => void share(order.data)}>{t('responses.empty.action')}</Button>}
        />
      ) : (
        <ChipScroller label={t('responses.sortLabel')}>
          {Object.keys(orders).map((name) => (
            <Chip
              key={name}
              pressed={by === name}
              onClick={() => {
                setBy(name)
                haptic('selection')
              }}
            >
              {t(`responses.sort.${name}`)}
            </Chip>
          ))}
        </ChipScroller>
      )}
      {shown.map((response) => (
        <ResponseCard key={response.id} response={response} />
      ))}
    </Page>
  )
}
