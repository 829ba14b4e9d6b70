import { Check, EyeOff, Rocket, X } from 'lucide-react'
import { endedResponses, responseTypes } from '#contract/lifecycle.ts'
import { sayPosition } from '#web/features/listings/formats/say-position.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { ResponseHistory } from '#web/features/responses/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/ui/page.tsx'
import { Timeline, type TimelineStep } from '#web/ui/timeline.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import { endTextKey, lookOf, statusKey } from './statuses.ts'

/** Timeline of an own response, with the reason why it ended. */
export function ResponseTimeline({ story: history }: { story: ResponseHistory }) {
  const { t, age } = useFormats()
  const listing = history.project ?? history.vacancy
  const { tone, icon } = lookOf(history)
  const { decline_reason, status } = history
  const endKey = endTextKey(history.end_reason)
  const why = [endKey && t(endKey), decline_reason && `${t(`ownResponse.reason.${decline_reason}`)}.`].filter(
    Boolean,
  )
  const latest = history.ended_at ?? history.created_at
  return (
    <>
      <PageTitle>{t('ownResponse.title')}</PageTitle>
      <Card className="stack stack-4">
        <div className="row row-between" style={{ flexWrap: 'wrap' }}>
          <Badge tone={tone} icon={icon}>
            {t(statusKey(history))}
          </Badge>
          <time className="cap muted" dateTime={latest}>
            {age(latest)}
          </time>
        </div>
        {listing && (
          // There is no link to a deleted listing, because its page does not exist.
          <CardTitle as="h2" to={listing.status === 'deleted' ? undefined : `/${listing.kind}/${listing.id}`}>
            <Typeset text={listing.title} />
          </CardTitle>
        )}
        {why.length > 0 && <p className="sub">{bindWords(why.join(' '))}</p>}
        {history.response_text && <p className="sub muted clamp-2">{bindWords(history.response_text)}</p>}
        <Timeline steps={useSteps(history)} />
      </Card>
      {history.is_boost_returned && endedResponses.includes(status) && (
        <Notice icon={Rocket} tone="boost" title={t('story.boostReturned')}>
          {t('story.boostReturned.text')}
        </Notice>
      )}
    </>
  )
}

function useSteps(history: ResponseHistory): TimelineStep[] {
  const { t, day, money } = useFormats()
  const toStepTime = (iso: string | null) => (iso === null ? null : { iso, text: day(iso) })
  const { status, price, currency } = history
  const kind = history.vacancy ? 'vacancy' : 'order'
  const isFinished = endedResponses.includes(status)
  const isRefused = isFinished && lookOf(history).tone === 'bad'
  const sentNotes = [
    price !== null && money(price, currency),
    history.place !== null && t(`story.place.${kind}`, { place: sayPosition(t, history.place) }),
    history.response_type === responseTypes.boosted && t('story.boosted'),
  ]
  const steps: TimelineStep[] = [
    {
      name: t('responseStep.sent'),
      icon: Check,
      note: sentNotes.filter(Boolean).join(', '),
      at: toStepTime(history.created_at),
    },
  ]
  if (history.seen_at)
    steps.push({ name: t('myResponses.status.shown'), icon: Check, at: toStepTime(history.seen_at) })
  else
    steps.push({
      name: t(isFinished ? 'story.neverSeen' : 'myResponses.status.no_show'),
      icon: EyeOff,
      tone: 'off',
    })
  if (history.shortlisted_at)
    steps.push({
      name: t('myResponses.status.shortlisted'),
      icon: Check,
      at: toStepTime(history.shortlisted_at),
    })
  if (status === 'chosen') steps.push({ name: t('myResponses.status.chosen'), icon: Check })
  if (isFinished)
    steps.push({
      name: t(statusKey(history)),
      icon: X,
      tone: isRefused ? 'bad' : 'off',
      note: history.end_reason === 'not_renewed' ? t('story.notRenewed') : null,
      at: toStepTime(history.ended_at),
    })
  return steps
}
