import { useQuery } from '@tanstack/react-query'
import { Clock, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '#web/client/http/api.ts'
import { isGone } from '#web/client/http/http.ts'
import { queryClient } from '#web/client/query.ts'
import styles from '#web/features/listing-page/listing-head.module.css'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { RequestAnswers } from '#web/features/services/requests/answers.tsx'
import { cacheRequest } from '#web/features/services/requests/mutations.ts'
import { NextSteps } from '#web/features/services/requests/next-steps.tsx'
import { PartnerRow } from '#web/features/services/requests/partner-row.tsx'
import {
  isOpen,
  otherSide,
  pollWhileOpen,
  type ServiceRequest,
  serviceRequest,
} from '#web/features/services/requests/queries.ts'
import { RequestBar } from '#web/features/services/requests/request-bar.tsx'
import { RequestStory } from '#web/features/services/requests/request-story.tsx'
import { RequestTurn } from '#web/features/services/requests/request-turn.tsx'
import { RequestTerms } from '#web/features/services/requests/terms.tsx'
import { whenAppVisible } from '#web/telegram/index.ts'
import { Card } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScreenSkeleton } from '#web/ui/screen-skeleton.tsx'
import { TicketStub } from '#web/ui/signals.tsx'

/** Page of a request for a service, for its two sides and the staff. */
export default function RequestScreen() {
  const { t } = useFormats()
  const id = Number(useParams().id)
  const pageQuery = useQuery({ ...serviceRequest(id), refetchInterval: pollWhileOpen })
  const { data: request, error } = pageQuery
  // Cached data stays visible after a network failure, but not after the request became unreachable.
  if (error && (!request || isGone(error)))
    return <LoadFailure missingThing="request" error={error} onRetry={() => void pageQuery.refetch()} />
  if (!request) return <ScreenSkeleton label={t('common.loading')} />
  return <RequestView key={id} request={request} />
}

export function RequestView({ request }: { request: ServiceRequest }) {
  const { t } = useFormats()
  useSeen(request)
  const { side, service_name, acts } = request
  return (
    <>
      <Page bar={acts.length > 0}>
        <section className={styles.hero}>
          <h1 className={styles.title}>{t(side === 'client' ? 'request.title.client' : 'request.title')}</h1>
          {side && (
            <div className={styles.action}>
              <RequestMenu request={request} />
            </div>
          )}
          <p className={styles.unit}>{bindWords(service_name)}</p>
        </section>
        <RequestTicket request={request} />
        {isFresh(request) ? <AnswerBy request={request} /> : <RequestStory request={request} />}
        {!isFresh(request) && <SentAnswers request={request} />}
        {!isOpen(request) && <NextSteps request={request} />}
      </Page>
      <RequestBar request={request} />
    </>
  )
}

/** A request without an answer yet: its freelancer and the staff read what the client asks for. */
const isFresh = ({ state, side }: ServiceRequest) => state === 'offered' && side !== 'client'

/** Card with the other side, the terms, and the answers of the client or the step of the request. */
function RequestTicket({ request }: { request: ServiceRequest }) {
  const { t } = useFormats()
  return (
    <Card className="stack" aria-label={t('request.title')}>
      {request.side !== 'freelancer' && <PartnerRow request={request} side="freelancer" />}
      {request.side !== 'client' && <PartnerRow request={request} side="client" />}
      {isFresh(request) && <RequestTerms terms={request} note={t('request.servicePrice')} />}
      <TicketStub>
        {isFresh(request) ? (
          <RequestAnswers request={request} />
        ) : (
          <div className="stack">
            <RequestTurn request={request} />
          </div>
        )}
      </TicketStub>
    </Card>
  )
}

/** Tells the freelancer until when to answer, and what happens otherwise. */
function AnswerBy({ request: { side, ends_at } }: { request: ServiceRequest }) {
  const { t, date } = useFormats()
  if (side !== 'freelancer') return null
  return (
    <p className="row cap muted" style={{ padding: '0 var(--s-1)' }}>
      <Clock className="i16" />
      <span>{bindWords(t('request.answerBy', { date: date(ends_at) }))}</span>
    </p>
  )
}

/** Folded answers of the client, because the step of the request comes first. */
function SentAnswers({ request }: { request: ServiceRequest }) {
  const { t } = useFormats()
  const [isExpanded, setExpanded] = useState(false)
  return (
    <>
      <List icons>
        <Cell
          icon={FileText}
          title={t(request.side === 'client' ? 'request.answers.own' : 'request.answers')}
          expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        />
      </List>
      {isExpanded && (
        <Card>
          <RequestAnswers request={request} />
        </Card>
      )}
    </>
  )
}

/** Button «Ещё»: to report the request's text or the other side, and to block them. */
function RequestMenu({ request }: { request: ServiceRequest }) {
  return (
    <MoreButton
      subject={
        request.side === 'freelancer'
          ? { type: 'listing', id: request.id }
          : { type: 'user', id: request.freelancer.id }
      }
      person={otherSide(request)}
      isFreelancer={request.side !== 'freelancer'}
      onBlocked={() => void queryClient.invalidateQueries({ queryKey: serviceRequest(request.id).queryKey })}
    />
  )
}

/** Tells the client that the freelancer has opened the request. */
function useSeen({ id, side, is_seen }: ServiceRequest): void {
  const isUnseen = side === 'freelancer' && !is_seen
  useEffect(() => {
    if (!isUnseen) return
    // A failure is ignored: the next visit of the page reports it again.
    return whenAppVisible(() => {
      api('PUT /api/service_requests/:id/seen', { params: { id } }).then(cacheRequest, () => undefined)
    })
  }, [id, isUnseen])
}
