import { useMutation } from '@tanstack/react-query'
import { BadgeCheck, CircleCheck, Download, FileText, Send, Trash2, Undo2, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isMoveAllowed } from '#contract/lifecycle.ts'
import { api } from '#web/client/http/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { DealBar, useAcceptDeal } from '#web/features/deals/card/deal-bar.tsx'
import { DealTicket } from '#web/features/deals/card/deal-ticket.tsx'
import { DealTurn } from '#web/features/deals/card/deal-turn.tsx'
import { useRelease } from '#web/features/deals/card/use-release.ts'
import { HandInForm } from '#web/features/deals/hand-in/hand-in-form.tsx'
import { StepContent } from '#web/features/deals/hand-in/handed-over.tsx'
import { useHandIn } from '#web/features/deals/hand-in/use-hand-in.ts'
import { ReviewCard } from '#web/features/deals/review/review-card.tsx'
import { type DealView, lastStep } from '#web/features/deals/use-deal.ts'
import { saveFile } from '#web/features/files/save-file.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { useDeleteListing } from '#web/features/listings/own/use-deletion.ts'
import { ModeratorDialogue } from '#web/features/moderation/own-talk.tsx'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { leaveForTelegram } from '#web/telegram/index.ts'
import { Card, MetaLine } from '#web/ui/card.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import styles from './listing-head.module.css'

/** Page of an order for both sides of its deal; `children` is the order's text. */
export default function DealPage({ view, children }: { view: DealView; children: ReactNode }) {
  const handing = useHandIn(view.order)
  return (
    <>
      <Page bar>
        <DealHeader view={view} />
        {view.isClient && <ModeratorDialogue listing={view.order} />}
        <DealTicket view={view} />
        <ReviewCard listing={view.order} />
        <DealTurn view={view} form={<HandInForm handing={handing} />} />
        <DealDetails view={view}>{children}</DealDetails>
        <DealEndActions view={view} />
      </Page>
      <DealBar view={view} handing={handing} />
    </>
  )
}

function DealHeader({ view: { order, other, isClient } }: { view: DealView }) {
  const { t } = useFormats()
  const navigate = useNavigate()
  return (
    <section className={styles.hero}>
      <MetaLine flush>
        <span>{t('card.order')}</span>
        {order.category && <span className="ellipsis">{order.category.name}</span>}
      </MetaLine>
      {!isClient && (
        <div className={styles.action}>
          <MoreButton
            subject={{ type: 'listing', id: order.id }}
            person={other}
            onBlocked={() => void navigate('/search/personal', { replace: true })}
          />
        </div>
      )}
      <h1 className={styles.title}>
        <Typeset text={order.title} />
      </h1>
    </section>
  )
}

/** Collapsed details of the deal. */
function DealDetails({ view, children }: { view: DealView; children: ReactNode }) {
  const { t } = useFormats()
  const { order, deal, isClient, other } = view
  const [isOpen, setOpen] = useState(false)
  const [isWorkOpen, setWorkOpen] = useState(false)
  const isFinished = deal.stage === 'accepted' || deal.stage === 'reviewed'
  const work = isFinished ? lastStep(deal, 'hand_in') : undefined
  const telegram = isClient ? null : order.author.telegram_link
  return (
    <>
      <List icons>
        <Cell icon={FileText} title={t('deal.terms')} expanded={isOpen} onClick={() => setOpen(!isOpen)} />
        {work && (
          <Cell
            icon={CircleCheck}
            title={t('deal.delivered')}
            expanded={isWorkOpen}
            onClick={() => setWorkOpen(!isWorkOpen)}
          />
        )}
        <SaveSummaryCell order_id={order.id} />
        {isClient && order.responses_count > 1 && (
          <Cell
            icon={UsersRound}
            title={t('deal.others')}
            end={<span className="num">{order.responses_count - 1}</span>}
            to={`/order/${order.id}/responses`}
          />
        )}
        {telegram && (
          <Cell icon={Send} title={t('action.goToTg')} onClick={() => leaveForTelegram(telegram)} />
        )}
      </List>
      {work && isWorkOpen && (
        <Card className="stack">
          <StepContent step={work} name={isClient ? other.full_name : t('deal.delivered')} />
        </Card>
      )}
      {isOpen && children}
    </>
  )
}

/**
 * Actions with which the client ends a deal without accepting the work. The executor cannot be released after handing
 * in, nor for a while after a return.
 */
function DealEndActions({ view }: { view: DealView }) {
  const { t, date } = useFormats()
  const navigate = useNavigate()
  const { order, deal, isClient } = view
  const acceptance = useAcceptDeal(view)
  const askAndRelease = useRelease(order, view.other.full_name)
  const deletion = useDeleteListing(order, () => void navigate('/listings', { replace: true }))
  if (!isClient) return null
  if (deal.stage === 'handed_in') return null
  if (!isMoveAllowed(deal.stage, 'release'))
    return (
      <List icons>
        <Cell bad icon={Trash2} title={t('action.delete')} onClick={deletion.ask} />
      </List>
    )
  const mayRelease = deal.released_from === null || Date.parse(deal.released_from) <= Date.now()
  return (
    <List icons>
      <Cell inPlace icon={CircleCheck} title={t('deal.acceptEarly')} onClick={() => void acceptance.ask()} />
      {mayRelease && (
        <Cell bad icon={Undo2} title={t('deal.cancelChoice')} onClick={() => void askAndRelease.ask()} />
      )}
      {!mayRelease && (
        <p className="cap muted">
          {t('deal.cancelChoice.later', { name: view.other.full_name, date: date(deal.released_from ?? '') })}
        </p>
      )}
    </List>
  )
}

/** Saves the signed summary of a deal as a file. */
function SaveSummaryCell({ order_id }: { order_id: number }) {
  const { t } = useTranslation()
  const summaryMutation = useMutation({
    mutationFn: async () =>
      saveFile(await api('POST /api/projects/:id/story_file', { params: { id: order_id } })),
    onError: (error) => void showFailure(error),
  })
  return (
    <>
      <Cell
        inPlace
        icon={Download}
        title={t('deal.story')}
        note={t('deal.story.note')}
        end={summaryMutation.isPending && <Spinner />}
        onClick={() => !summaryMutation.isPending && summaryMutation.mutate()}
      />
      <Cell icon={BadgeCheck} title={t('deal.storyCheck')} to="/deals/check" />
    </>
  )
}
