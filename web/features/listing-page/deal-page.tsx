import { useMutation } from '@tanstack/react-query'
import {
  BadgeCheck,
  CircleCheck,
  Download,
  FileText,
  History,
  ReceiptText,
  Trash2,
  Undo2,
  UsersRound,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type DealStage, isMoveAllowed } from '#contract/lifecycle.ts'
import { remove } from '#contract/policies.ts'
import { api } from '#web/client/http/api.ts'
import { ClientDealButtons } from '#web/features/deals/card/deal-bar.tsx'
import { DealTicket } from '#web/features/deals/card/deal-ticket.tsx'
import { DealTurn } from '#web/features/deals/card/deal-turn.tsx'
import { useRelease } from '#web/features/deals/card/use-release.ts'
import { HandInForm } from '#web/features/deals/hand-in/hand-in-form.tsx'
import { StepContent } from '#web/features/deals/hand-in/handed-over.tsx'
import { useHandIn } from '#web/features/deals/hand-in/use-hand-in.ts'
import { ReviewCard } from '#web/features/deals/review/review-card.tsx'
import { type DealView, lastStep } from '#web/features/deals/use-deal.ts'
import { ListingFavouriteButton } from '#web/features/favorites/heart.tsx'
import { saveFile } from '#web/features/files/save-file.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import { useDeleteListing } from '#web/features/listings/own/use-deletion.ts'
import { isPrivate } from '#web/features/listings/types.ts'
import { ModeratorDialogue } from '#web/features/moderation/own-talk.tsx'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, MetaLine } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Cell, List, Row } from '#web/ui/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import { AuthorChatButton } from './action-bar.tsx'
import styles from './listing-head.module.css'

/** Page of an order for client and executor of its deal. `children` is the text of the order. */
export default function DealPage({ view, children }: { view: DealView; children: ReactNode }) {
  return (
    <>
      <Page bar>
        <DealHeader view={view} />
        {view.isClient && <ModeratorDialogue listing={view.order} />}
        <DealTicket view={view} />
        <ReviewCard listing={view.order} />
        <DealTurn view={view} form={<HandInStep view={view} />} />
        <DealDetails view={view}>{children}</DealDetails>
      </Page>
      <DealBar view={view} />
    </>
  )
}

/** The executor's form for handing in the work, which a press opens. A form with a draft is open at once. */
function HandInStep({ view: { order, deal } }: { view: DealView }) {
  const { t } = useFormats()
  const handing = useHandIn(order)
  const { text, link } = handing.draft.value
  const [isOpen, setOpen] = useState(text !== '' || link !== '')
  const words = t(deal.returned_at ? 'deal.handIn.again' : 'deal.handIn')
  if (!isOpen)
    return (
      <Button wide onClick={() => setOpen(true)}>
        {words}
      </Button>
    )
  return (
    <>
      <HandInForm handing={handing} />
      <Button wide loading={handing.isPending} onClick={handing.handIn}>
        {words}
      </Button>
    </>
  )
}

/**
 * Action bar of a deal in every state (specification, section 2): share, the viewer's main button, and a third button.
 * The third button is the executor's favourite or, where it is allowed, the client's deletion.
 */
export function DealBar({ view }: { view: DealView }) {
  const { order, deal, isClient } = view
  if (!isClient)
    return (
      <BottomBar>
        {!isPrivate(order) && <ShareButton item={order} />}
        <AuthorChatButton listing={order} variant={deal.stage === 'work' ? 'soft' : undefined} />
        {!isPrivate(order) && <ListingFavouriteButton listing={order} look="fill" />}
      </BottomBar>
    )
  return (
    <BottomBar>
      {!isPrivate(order) && <ShareButton item={order} />}
      <ClientDealButtons view={view} />
      {remove(toListingFacts(order)) === null && <DeleteDealButton view={view} />}
    </BottomBar>
  )
}

function DeleteDealButton({ view: { order } }: { view: DealView }) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const deletion = useDeleteListing(order, () => void navigate('/listings', { replace: true }))
  return (
    <IconButton
      look="fill"
      tone="bad"
      icon={Trash2}
      label={t('action.delete')}
      disabled={deletion.isPending}
      onClick={deletion.ask}
    />
  )
}

const finishedStages: DealStage[] = ['accepted', 'reviewed']

function DealHeader({ view: { order, deal, other, isClient } }: { view: DealView }) {
  const { t, date } = useFormats()
  const navigate = useNavigate()
  const isFinished = finishedStages.includes(deal.stage)
  const summary = useMutation({
    mutationFn: async () =>
      saveFile(await api('POST /api/projects/:id/story_file', { params: { id: order.id } })),
    onError: (error) => void showFailure(error),
  })
  // The signed summary is needed rarely, so only the menu of a finished deal has it.
  const summaryCells = (close: (actAfterClose?: () => void) => void) => (
    <>
      <Cell icon={Download} title={t('deal.story')} onClick={() => close(() => summary.mutate())} />
      <Cell icon={BadgeCheck} title={t('deal.storyCheck')} to="/deals/check" />
    </>
  )
  const askAndRelease = useRelease(order, other.full_name)
  const mayRelease = isClient && deal.stage !== 'handed_in' && isMoveAllowed(deal.stage, 'release')
  const isReleaseLater = deal.released_from !== null && Date.parse(deal.released_from) > Date.now()
  // The client cannot release the executor after the work was handed in, nor for a while after returning it.
  const releaseCell = (close: (actAfterClose?: () => void) => void) => {
    if (!mayRelease) return null
    return isReleaseLater ? (
      <Row>
        <span className="cap muted">
          {t('deal.cancelChoice.later', { name: other.full_name, date: date(deal.released_from ?? '') })}
        </span>
      </Row>
    ) : (
      <Cell
        bad
        icon={Undo2}
        title={t('deal.cancelChoice')}
        onClick={() => close(() => void askAndRelease.ask())}
      />
    )
  }
  return (
    <section className={styles.hero}>
      <MetaLine flush>
        <span>{t(isPrivate(order) ? 'request.order' : 'card.order')}</span>
        {order.category && <span className="ellipsis">{order.category.name}</span>}
      </MetaLine>
      <div className={styles.action}>
        <MoreButton
          subject={isClient ? { type: 'user', id: other.id } : { type: 'listing', id: order.id }}
          person={other}
          isFreelancer={isClient}
          actions={isFinished ? summaryCells : releaseCell}
          onBlocked={() => void navigate(isClient ? '/listings' : '/search/personal', { replace: true })}
        />
      </div>
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
  const work = finishedStages.includes(deal.stage) ? lastStep(deal, 'hand_in') : undefined
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
        {finishedStages.includes(deal.stage) && (
          <Cell icon={ReceiptText} title={t('deal.papers')} to={`/order/${order.id}/papers`} />
        )}
        {isPrivate(order) && <Cell icon={History} title={t('request.story')} to={`/request/${order.id}`} />}
        {isClient && order.responses_count > 1 && (
          <Cell
            icon={UsersRound}
            title={t('deal.others')}
            end={<span className="num">{order.responses_count - 1}</span>}
            to={`/order/${order.id}/responses`}
          />
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
