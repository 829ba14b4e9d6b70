import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { isGone } from '#web/client/http/http.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { PersonLine, useWaitText } from '#web/features/listings/card/byline.tsx'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { enteredAgainMs } from '#web/features/listings/refresh.ts'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { ClosedCard } from '#web/features/services/page/closed-card.tsx'
import { Gallery } from '#web/features/services/page/gallery.tsx'
import { linesOf } from '#web/features/services/page/lines.ts'
import { ServiceBar } from '#web/features/services/page/service-bar.tsx'
import { ServiceHead } from '#web/features/services/page/service-head.tsx'
import { ServiceSkeleton } from '#web/features/services/page/service-skeleton.tsx'
import { Ticks } from '#web/features/services/page/ticks.tsx'
import { type Service, service as serviceQuery } from '#web/features/services/queries.ts'
import { type Me, useMe } from '#web/features/session/use-me.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'

const OrderSheet = lazySheet(() => import('#web/features/services/order-sheet.tsx'), 'deals')

export default function ServiceScreen() {
  const id = Number(useParams().id)
  const me = useMe()
  const pageQuery = useQuery({ ...serviceQuery(id), staleTime: enteredAgainMs })
  const { data: service, error } = pageQuery
  // Cached data stays visible after a network failure, but not after the service was deleted.
  if (error && (!service || isGone(error)))
    return <LoadFailure missingThing="service" error={error} onRetry={() => void pageQuery.refetch()} />
  if (!service || !me) return <ServiceSkeleton />
  return <ServiceView key={id} service={service} me={me} />
}

function ServiceView({ service, me }: { service: Service; me: Me }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const waitText = useWaitText()
  const { freelancer, reply_minutes } = service
  const moreButton = (
    <MoreButton
      subject={{ type: 'user', id: freelancer.id, service: service.name }}
      person={freelancer}
      isFreelancer
      onBlocked={() => void navigate('/search/freelancer', { replace: true })}
    />
  )
  return (
    <>
      <Page bar>
        <Gallery pictures={service.pictures} />
        <ServiceHead service={service} action={service.is_owner ? undefined : moreButton} />
        <PersonLine person={freelancer} fact={reply_minutes === null ? null : waitText(reply_minutes)} />
        <ClosedCard service={service} />
        <Lines title={t('service.get')} items={linesOf(service.description ?? '')} />
        <Lines title={t('service.need')} items={service.questions} />
      </Page>
      <ServiceBar service={service} me={me} />
      <OrderSheetInUrl service={service} />
    </>
  )
}

/** Sheet for ordering, which the URL opens, so that a link of the bot can lead to it. */
function OrderSheetInUrl({ service }: { service: Service }) {
  const [params, setParams] = useSearchParams()
  const [isMounted, setMounted] = useState(false)
  const mayOrder = service.refusal === null || service.refusal === 'verification_required'
  const isOpen = params.has('order') && mayOrder
  if (isOpen && !isMounted) setMounted(true)
  if (!isMounted) return null
  return (
    <OrderSheet
      service={service}
      open={isOpen}
      onClose={() => setParams({}, { replace: true })}
      onClosed={() => setMounted(false)}
    />
  )
}

function Lines({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null
  return (
    <Card className="stack">
      <h2 className="head">{title}</h2>
      <Ticks items={items} />
    </Card>
  )
}
