import { Check, Clock, X } from 'lucide-react'
import { clock } from '#web/features/listings/formats/moments.ts'
import { daysBetween } from '#web/features/listings/formats/relative-time.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { lastStepOf, type ServiceRequest } from '#web/features/services/requests/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { Timeline, type TimelineStep } from '#web/ui/timeline.tsx'
import { useTermsText } from './terms.tsx'

/** Steps of a request so far, and the answer that it waits for. */
export function RequestStory({ request }: { request: ServiceRequest }) {
  const { t, date, day, language } = useFormats()
  const termsText = useTermsText()
  const { story, currency, unit, side, waits_for, ends_at } = request
  const toStepTime = (iso: string) => {
    const isToday = daysBetween(new Date(iso), new Date()) === 0
    return { iso, text: isToday ? clock(language, iso) : day(iso) }
  }
  const isRefused = lastStepOf(request) === 'refused'
  const steps = story.map(({ step, at, price, days }): TimelineStep => {
    const isGood = step === 'sent' || step === 'seen' || step === 'countered' || step === 'accepted'
    const hasTerms = step === 'sent' || step === 'countered'
    return {
      name: t(`request.step.${step === 'withdrawn' && isRefused ? 'refused' : step}`),
      icon: isGood ? Check : X,
      tone: isGood ? undefined : step === 'declined' ? 'bad' : 'off',
      note: hasTerms ? termsText({ price, currency, unit, days }) : null,
      at: toStepTime(at),
    }
  })
  if (waits_for)
    steps.push({
      name: t(waits_for === side ? 'request.answer.you' : `request.answer.${waits_for}`),
      icon: Clock,
      tone: 'off',
      note: t('request.until', { date: date(ends_at) }),
    })
  return (
    <Card aria-label={t('request.story')}>
      <Timeline steps={steps} />
    </Card>
  )
}
