import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { DealStage } from '#contract/lifecycle.ts'
import { useOpenChat } from '#web/features/chat/use-open-chat.ts'
import type { DealView } from '#web/features/deals/use-deal.ts'
import { deadline } from '#web/features/listings/formats/relative-time.ts'
import { useApproximate } from '#web/features/listings/formats/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Rating, VerifiedAfter } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Ring, TicketStub } from '#web/ui/signals.tsx'
import { Steps } from '#web/ui/steps.tsx'
import styles from './deal-ticket.module.css'

/** Card with the agreement of a deal, as both sides see it: partner, price, deadline and progress. */
export function DealTicket({ view }: { view: DealView }) {
  const { t } = useFormats()
  return (
    <Card className="stack" aria-label={t('deal.label')}>
      <PartnerRow view={view} />
      <div className={styles.terms}>
        <AgreedPrice view={view} />
        <AgreedDate view={view} />
      </div>
      <TicketStub>
        <Stages view={view} />
      </TicketStub>
    </Card>
  )
}

function PartnerRow({ view: { order, other, isClient } }: { view: DealView }) {
  const { t, decimal } = useFormats()
  const chat = useOpenChat()
  // Without a Telegram name of the author, the executor's main button opens the same chat.
  const isChatInBar = !isClient && order.author.telegram_link === null
  return (
    <div className="row">
      <Avatar id={other.id} name={other.full_name} src={other.avatar_url} />
      <div className="grow">
        <p className={styles.name}>
          <Link to={`/user/${other.id}`} className="ellipsis">
            {other.full_name}
          </Link>
          {other.is_verified && <VerifiedAfter label={t('verify.badge')} />}
        </p>
        <DottedLine className="cap muted">
          {t(isClient ? 'deal.executor' : 'deal.client')}
          {other.rating !== null && (
            <Rating
              value={decimal(other.rating)}
              label={t('a11y.rating', { value: decimal(other.rating) })}
            />
          )}
        </DottedLine>
      </div>
      {!isChatInBar && (
        <IconButton
          look="fill"
          icon={MessagesSquare}
          label={t('action.write')}
          disabled={chat.isPending}
          onClick={() => chat.mutate({ user_id: other.id, project_id: order.id })}
        />
      )}
    </div>
  )
}

function AgreedPrice({ view: { deal } }: { view: DealView }) {
  const { t, money } = useFormats()
  const approximate = useApproximate()(deal.price, deal.price, deal.currency)
  if (deal.price === null)
    return (
      <div>
        <b>{t('card.priceNone')}</b>
      </div>
    )
  return (
    <div>
      <b>{money(deal.price, deal.currency)}</b>
      <span>{[deal.unit, approximate, t('deal.priceAgreed')].filter(Boolean).join(' · ')}</span>
    </div>
  )
}

function AgreedDate({ view: { deal } }: { view: DealView }) {
  const { t, date, due } = useFormats()
  if (deal.due_at === null)
    return (
      <div className={styles.open}>
        <span>{t('card.noDeadline')}</span>
      </div>
    )
  const handedInAt = deal.handed_in_at ?? deal.accepted_at
  const time = deadline(deal.due_at, deal.chosen_at)
  const isOnTime = handedInAt !== null && handedInAt <= deal.due_at
  const tone = handedInAt === null ? time.tone : isOnTime ? 'good' : 'plain'
  const words = () => {
    if (handedInAt !== null) return t(isOnTime ? 'deal.onTime' : 'deal.late')
    if (time.unit === 'overdue') return t('deal.overdue')
    return time.unit === 'days' ? t('deal.daysLeft', { count: time.count }) : due(time)
  }
  return (
    <div>
      <b>
        <span className={styles[tone]}>
          <Ring remainingShare={handedInAt === null ? time.remainingShare : 1} />
        </span>
        {t('deal.due', { date: date(deal.due_at) })}
      </b>
      <span className={styles[tone]}>{words()}</span>
    </div>
  )
}

const names = ['chosen', 'work', 'handed', 'accepted', 'reviewed'] as const
/** Returns the index of the current step by the deal's stage. `names.length` means that all steps are done. */
const currentStep: Record<DealStage, number> = { work: 1, handed_in: 2, accepted: 4, reviewed: names.length }

function Stages({ view: { deal } }: { view: DealView }) {
  const { t, day } = useFormats()
  const { stage, chosen_at, returned_at, accepted_at, reviewed_at } = deal
  // Work that the client accepted early was never handed in.
  const handed_in_at = deal.handed_in_at ?? accepted_at
  const at = (moment: string | null) => (moment === null ? '' : day(moment))
  const work = stage === 'work' && returned_at ? t('deal.again') : at(chosen_at)
  const notes = [at(chosen_at), work, at(handed_in_at), at(accepted_at), at(reviewed_at)]
  const stepLabel = (name: string, current: number) => t('a11y.step', { current, total: names.length, name })
  return (
    <Steps
      names={names.map((name) => t(`deal.stage.${name}`))}
      notes={notes}
      now={currentStep[stage]}
      stepLabel={stepLabel}
    />
  )
}
