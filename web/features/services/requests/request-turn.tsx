import { CalendarX, CircleCheck, CircleDot, CircleX, Hourglass, type LucideIcon, Undo2 } from 'lucide-react'
import quote from '#web/features/deals/hand-in/handed-over.module.css'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { lastStepOf, otherSide, type ServiceRequest } from '#web/features/services/requests/queries.ts'
import { useAmount } from '#web/features/services/use-amount.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { bindWords } from '#web/ui/glue.ts'
import styles from './answers.module.css'
import { RequestTerms, useTermsText } from './terms.tsx'

/** Says whose step it is and about which terms; after the end, how the request ended. */
export function RequestTurn({ request }: { request: ServiceRequest }) {
  if (request.state === 'offered') return <Waiting request={request} />
  return request.state === 'countered' ? <OtherPrice request={request} /> : <Ended request={request} />
}

function Waiting({ request }: { request: ServiceRequest }) {
  const { t, date } = useFormats()
  const name = request.freelancer.full_name
  return (
    <>
      <div>
        <Badge icon={Hourglass}>{t('deal.turn.executor')}</Badge>
      </div>
      <div className="stack stack-1">
        <h2 className="head">{t('request.wait.title')}</h2>
        <p className="sub muted">
          {bindWords(t('request.wait.text', { name, date: date(request.ends_at) }))}
        </p>
      </div>
      <RequestTerms terms={request} note={t('request.servicePrice')} />
    </>
  )
}

/** The freelancer's other price beside the price of the service, with its reason. */
function OtherPrice({ request }: { request: ServiceRequest }) {
  const { t } = useFormats()
  const amountOf = useAmount()
  const { side, freelancer, currency, unit, price, list_price, days, counter_reason } = request
  const isOwnTurn = side === 'client'
  return (
    <>
      <div>
        <Badge tone={isOwnTurn ? 'accent' : undefined} icon={isOwnTurn ? CircleDot : Hourglass}>
          {t(isOwnTurn ? 'deal.turn.you' : 'deal.turn.client')}
        </Badge>
      </div>
      <div className="stack stack-1">
        <h2 className="head">
          {t(side === 'freelancer' ? 'request.otherPrice.own' : 'request.otherPrice.theirs')}
        </h2>
        <p className={styles.offer}>
          <b>{amountOf({ price, currency, unit })}</b>
          {list_price !== null && list_price !== price && <s>{amountOf({ price: list_price, currency })}</s>}
          {days !== null && <span>· {t('create.days', { count: days })}</span>}
        </p>
      </div>
      {counter_reason && (
        <blockquote className={quote.quote}>
          <b>{freelancer.full_name}</b>
          <p className="sub">{bindWords(counter_reason)}</p>
        </blockquote>
      )}
    </>
  )
}

type EndState = Exclude<ServiceRequest['state'], 'offered' | 'countered'>
const endLooks: Record<EndState, { icon: LucideIcon; tone?: BadgeTone }> = {
  accepted: { icon: CircleCheck, tone: 'good' },
  declined: { icon: CircleX, tone: 'bad' },
  withdrawn: { icon: Undo2 },
  lapsed: { icon: CalendarX, tone: 'warn' },
}

/** Reason of the end, as the last step of the story names it, in words for the viewer's side. */
function Ended({ request }: { request: ServiceRequest }) {
  const { t, age } = useFormats()
  const termsText = useTermsText()
  const { state, side, ended_at, decline_reason } = request
  const reader = side === 'freelancer' ? 'freelancer' : 'client'
  const name = otherSide(request).full_name
  return (
    <>
      <div className="row row-between">
        <Badge {...endLooks[state as EndState]}>{t(`request.state.${state}`)}</Badge>
        {ended_at && (
          <time className="cap muted" dateTime={ended_at}>
            {age(ended_at)}
          </time>
        )}
      </div>
      <div className="stack stack-1">
        <h2 className="head">{bindWords(t(`request.end.${lastStepOf(request)}.${reader}`, { name }))}</h2>
        <p className="sub muted">
          {decline_reason
            ? t('request.reason', { reason: t(`invited.why.${decline_reason}`) })
            : termsText(request)}
        </p>
      </div>
    </>
  )
}
