import { Bell, CircleDot, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { StepContent } from '#web/features/deals/hand-in/handed-over.tsx'
import { PublishedReviews } from '#web/features/deals/review/published-reviews.tsx'
import { type DealView, lastStep } from '#web/features/deals/use-deal.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import styles from './deal-turn.module.css'

const dayMs = 24 * 60 * 60_000

/** Card that tells which side of the deal has to act. `form` is the executor's form for handing in the work. */
export function DealTurn({ view, form }: { view: DealView; form: ReactNode }) {
  if (view.deal.stage === 'handed_in')
    return view.isClient ? <WorkToReview view={view} /> : <WaitForAnswer view={view} />
  if (view.deal.stage === 'work')
    return view.isClient ? <WaitForWork view={view} /> : <HandIn view={view} form={form} />
  return <AfterWork view={view} />
}

function WaitForWork({ view: { deal, other } }: { view: DealView }) {
  const { t, date } = useFormats()
  const remark = deal.returned_at === null ? undefined : lastStep(deal, 'return')
  const remindsAtMs = deal.due_at === null ? 0 : Date.parse(deal.due_at) - dayMs
  return (
    <TurnCard
      turn="executor"
      title={t('deal.client.wait.title')}
      text={t('deal.client.wait.text')}
      fallbackText={
        remindsAtMs > Date.now()
          ? t('deal.client.wait.remind', { date: date(new Date(remindsAtMs).toISOString()) })
          : null
      }
    >
      {remark && <StepContent step={remark} name={t('deal.remark', { name: other.full_name })} />}
    </TurnCard>
  )
}

function WorkToReview({ view: { deal, other } }: { view: DealView }) {
  const { t, age } = useFormats()
  const fallbackText = useFallbackText(deal, 'client')
  const step = lastStep(deal, 'hand_in')
  return (
    <TurnCard
      turn="you"
      title={t('deal.client.look.title')}
      text={t('deal.client.look.text', { when: age(deal.handed_in_at ?? deal.chosen_at, 'ago') })}
      fallbackText={fallbackText}
    >
      {step && <StepContent step={step} name={other.full_name} />}
    </TurnCard>
  )
}

function WaitForAnswer({ view: { deal } }: { view: DealView }) {
  const { t } = useFormats()
  const fallbackText = useFallbackText(deal, 'executor')
  const step = lastStep(deal, 'hand_in')
  return (
    <TurnCard
      turn="client"
      title={t('deal.executor.wait.title')}
      text={t('deal.executor.wait.text')}
      fallbackText={fallbackText}
    >
      {step && <StepContent step={step} name={t('deal.delivered')} />}
    </TurnCard>
  )
}

/** Tells when the work will be accepted automatically if the client does not answer. */
function useFallbackText(
  { reminds_at, accepts_at }: DealView['deal'],
  side: 'client' | 'executor',
): string | null {
  const { t, date } = useFormats()
  if (accepts_at === null) return null
  const acceptanceText = t('deal.closes', { date: date(accepts_at) })
  return reminds_at === null
    ? acceptanceText
    : `${t(`deal.${side}.remind`, { date: date(reminds_at) })} ${acceptanceText}`
}

function HandIn({ view: { deal, other }, form }: { view: DealView; form: ReactNode }) {
  const { t, age, date } = useFormats()
  const remark = deal.returned_at === null ? undefined : lastStep(deal, 'return')
  const previousWork = remark && lastStep(deal, 'hand_in')
  if (!remark)
    return (
      <TurnCard
        turn="you"
        title={deal.due_at ? t('deal.executor.hand.title', { date: date(deal.due_at) }) : t('deal.handIn')}
        text={t('deal.executor.hand.text')}
      >
        {form}
      </TurnCard>
    )
  const ageText = age(remark.created_at, 'ago')
  return (
    <>
      <TurnCard
        turn="you"
        title={t('deal.executor.returned.title')}
        text={
          deal.due_at
            ? t('deal.executor.returned.text', { when: ageText, date: date(deal.due_at) })
            : t('deal.executor.returned.noDate', { when: ageText })
        }
      >
        <StepContent step={remark} name={other.full_name} />
        {form}
      </TurnCard>
      {previousWork && (
        <Card className="stack">
          <div className="row row-between">
            <h2 className="head">{t('deal.before')}</h2>
            <span className="cap muted">{date(previousWork.created_at)}</span>
          </div>
          <StepContent step={previousWork} name={t('deal.delivered')} />
        </Card>
      )}
    </>
  )
}

/** Both reviews, once they are published. Until then, the review card is shown instead. */
function AfterWork({ view }: { view: DealView }) {
  const { t } = useFormats()
  if (view.deal.stage !== 'reviewed') return null
  return (
    <TurnCard turn={null} title={t('deal.review.open.title')} text={t('deal.review.open.text')}>
      <PublishedReviews view={view} />
    </TurnCard>
  )
}

type TurnCardProps = {
  turn: 'you' | 'executor' | 'client' | null
  title: string
  text?: string
  /** Text that says what happens if neither side acts. */
  fallbackText?: string | null
  children?: ReactNode
}

/** Card with the side of the deal that has to act, and the next step. */
function TurnCard({ turn, title, text, fallbackText, children }: TurnCardProps) {
  const { t } = useFormats()
  const isOwn = turn === 'you'
  return (
    <Card className="stack">
      {turn && (
        <div>
          <Badge tone={isOwn ? 'accent' : undefined} icon={isOwn ? CircleDot : Hourglass}>
            {t(`deal.turn.${turn}`)}
          </Badge>
        </div>
      )}
      <div className="stack stack-1">
        <h2 className="head">{title}</h2>
        {text && <p className="sub muted">{text}</p>}
      </div>
      {children}
      {fallbackText && (
        <p className={styles.otherwise}>
          <Bell className="i16" />
          <span>{fallbackText}</span>
        </p>
      )}
    </Card>
  )
}
