import { useMutation } from '@tanstack/react-query'
import { CalendarClock, Clock, FileText, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { ExecutorCard } from '#web/features/deals/card/executor-card.tsx'
import { useListingMutation } from '#web/features/deals/mutations.ts'
import { usePriceUnit } from '#web/features/listings/card/listing-card.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { editPath } from '#web/features/listings/own/paths.ts'
import { canShow } from '#web/features/listings/own/policy-facts.ts'
import { PublicationCard } from '#web/features/listings/own/publication.tsx'
import { removeListing } from '#web/features/listings/own/use-deletion.ts'
import { refreshListings } from '#web/features/listings/refresh.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { ModeratorDialogue, useReviewTalk } from '#web/features/moderation/own-talk.tsx'
import { RejectionCard } from '#web/features/moderation/rejection-card.tsx'
import { StatusBadge } from '#web/features/own-listings/status-badge.tsx'
import { roubles } from '#web/features/payments/use-payment.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { askForBotAccessOnce } from '#web/features/session/write-access.ts'
import { Button } from '#web/ui/button.tsx'
import { MetaLine } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import head from './listing-head.module.css'
import styles from './own-responses.module.css'
import { OwnResponses } from './own-responses.tsx'

const unpaidStatuses: ListingStatus[] = ['draft', 'awaiting_payment']
/**
 * Time before the end of a placement from which the listing's page shows a notice. The bot sends its reminder at the
 * same time.
 */
const expiryNoticeMs = 5 * 24 * 60 * 60_000

/** Status, title, price and deadline of an own listing; `action` is placed in the corner. */
export function OwnListingHero({ listing, action }: { listing: Listing; action: ReactNode }) {
  const { t, age, price, hasPrice, date } = useFormats()
  const priceUnit = usePriceUnit()
  const facts = [
    hasPrice(listing) ? `${price(listing)} ${priceUnit(listing)}` : price(listing),
    ...(isOrder(listing) && listing.deadline ? [t('card.untilDate', { date: date(listing.deadline) })] : []),
  ]
  return (
    <section className={head.hero}>
      <div className={styles.status}>
        {unpaidStatuses.includes(listing.status) ? (
          // The card below says that the payment is missing, so the badge would only repeat it.
          <MetaLine flush>
            {listing.category && <span className="ellipsis">{listing.category.name}</span>}
            <time dateTime={listing.created_at}>{age(listing.created_at, 'ago')}</time>
          </MetaLine>
        ) : (
          <StatusBadge onPage listing={listing} />
        )}
      </div>
      <div className={cx(head.action, styles.menu)}>{action}</div>
      <h1 className={head.title}>
        <Typeset text={listing.title} />
      </h1>
      <DottedLine className={head.unit}>{facts}</DottedLine>
    </section>
  )
}

/** Status, moderation and responses of an own listing, below its title. */
export function OwnListingHead({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const navigate = useNavigate()
  // The page promises a bot message about the moderators' decision, so the app asks for permission to send the message.
  const isInModeration = listing.status === 'moderation'
  const usual = useReviewTalk(listing)?.usual
  useEffect(() => {
    if (isInModeration) void askForBotAccessOnce()
  }, [isInModeration])
  const openEditForm = () => void navigate(editPath(listing))
  return (
    <>
      <PublicationCard
        listing={listing}
        usualTime={
          isInModeration && usual ? t(`moderation.usual.${usual.unit}`, { count: usual.count }) : null
        }
        actions={
          unpaidStatuses.includes(listing.status) ? (
            <Button small variant="soft" onClick={openEditForm}>
              {t('action.edit')}
            </Button>
          ) : canShow(listing) ? (
            <ShowAgainButton listing={listing} />
          ) : null
        }
      />
      {listing.status === 'rejected' && <RejectionCard listing={listing} />}
      <ModeratorDialogue
        listing={listing}
        acts={listing.status === 'rejected' && <RefundRow listing={listing} />}
      />
      <OwnResponses listing={listing} />
      {listing.is_edit_pending && (
        <Notice icon={Clock} tone="warn" title={t('deal.editPending.title')}>
          {t('deal.editPending.text')}
        </Notice>
      )}
      <PassedDeadlineNotice listing={listing} />
      <ExpiryNotice listing={listing} />
      <ExecutorCard listing={listing} />
    </>
  )
}

/** Returns a paused listing to the feed. */
function ShowAgainButton({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const showing = useListingMutation(listing, () => showToast({ text: t('deal.shown') }))
  return (
    <Button
      wide
      loading={showing.isPending}
      onClick={() => showing.mutate((calls, id) => calls.publish(id, true))}
    >
      {t('publish.hidden.show')}
    </Button>
  )
}

/** Statuses in which the author reads the listing's text at once, because it is still to be paid or reviewed. */
const openTextStatuses: ListingStatus[] = [...unpaidStatuses, 'moderation']

/** Text and terms of an own listing. After the review they are folded, because its responses or its end come first. */
export function OwnListingContent({ listing, children }: { listing: Listing; children: ReactNode }) {
  const { t } = useFormats()
  const [isOpen, setOpen] = useState(false)
  if (openTextStatuses.includes(listing.status)) return children
  return (
    <>
      <List icons>
        <Cell icon={FileText} title={t('own.details')} expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      </List>
      {isOpen && children}
    </>
  )
}

/** Asks for a new deadline when the earlier one has passed while the order is in the feed, as after an extension. */
function PassedDeadlineNotice({ listing }: { listing: Listing }) {
  const { t, date } = useFormats()
  const navigate = useNavigate()
  if (listing.status !== 'published' || !isOrder(listing) || !listing.deadline) return null
  if (Date.parse(listing.deadline) > Date.now()) return null
  return (
    <Notice
      icon={CalendarClock}
      tone="warn"
      title={t('deal.deadlinePassed.title', { date: date(listing.deadline) })}
      action={
        <Button small onClick={() => void navigate(editPath(listing))}>
          {t('deal.deadlinePassed.action')}
        </Button>
      }
    >
      {t('deal.deadlinePassed.text')}
    </Notice>
  )
}

function ExpiryNotice({ listing }: { listing: Listing }) {
  const { t, date } = useFormats()
  const navigate = useNavigate()
  if (listing.status !== 'published' || !listing.expires_at) return null
  if (Date.parse(listing.expires_at) - Date.now() > expiryNoticeMs) return null
  return (
    <Notice
      icon={CalendarClock}
      tone="warn"
      title={t('deal.endIsNear.title', { date: date(listing.expires_at) })}
      action={
        <Button small onClick={() => void navigate('?pay=extend', { replace: true })}>
          {t('deal.endIsNear.action')}
        </Button>
      }
    >
      {t('deal.endIsNear.text')}
    </Notice>
  )
}

/** Deletes a rejected listing and refunds its payment automatically. */
function RefundRow({ listing: { kind, id, refund_price } }: { listing: Listing }) {
  const { t, money } = useFormats()
  const refund = useMutation({
    mutationFn: () => removeListing({ kind, id }),
    onSuccess: () => showToast({ text: t('deal.refund.done') }),
    onError: (error) => void showFailure(error),
    onSettled: () => refreshListings(id),
  })
  const confirmRefund = async () => {
    const isConfirmed = await askDialog({
      icon: Undo2,
      destructive: true,
      title: t('deal.refund.title'),
      text: t(`deal.refund.${kind}`),
      confirm: t('deal.refund.ok'),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) refund.mutate()
  }
  return (
    <Cell
      icon={Undo2}
      title={t('deal.refund.ok')}
      note={refund_price === null ? undefined : t('deal.refund.when')}
      end={
        refund.isPending ? (
          <Spinner />
        ) : (
          refund_price !== null && <span className="num">{money(refund_price, roubles)}</span>
        )
      }
      onClick={() => !refund.isPending && void confirmRefund()}
    />
  )
}
