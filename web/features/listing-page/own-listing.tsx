import { useMutation } from '@tanstack/react-query'
import { CalendarClock, ChevronRight, Clock, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { hide, show } from '#contract/policies.ts'
import { ExecutorCard } from '#web/features/deals/card/executor-card.tsx'
import { CloseButton } from '#web/features/deals/close-button.tsx'
import { useListingMutation } from '#web/features/deals/mutations.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { editPath } from '#web/features/listings/own/paths.ts'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import { PublicationCard } from '#web/features/listings/own/publication.tsx'
import { removeListing } from '#web/features/listings/own/use-deletion.ts'
import { refreshListings } from '#web/features/listings/refresh.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { ModeratorDialogue } from '#web/features/moderation/own-talk.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { askForBotAccessOnce } from '#web/features/session/write-access.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import styles from './own-listing.module.css'

const statusesWithResponses: ListingStatus[] = [
  'published',
  'hidden',
  'in_progress',
  'completed',
  'expired',
  'archived',
]
const unpaidStatuses: ListingStatus[] = ['draft', 'awaiting_payment']
const toggleableStatuses: ListingStatus[] = ['published', 'hidden']
/**
 * Time before the end of a placement from which the listing's page shows a notice. The bot sends its reminder at the
 * same time.
 */
const expiryNoticeMs = 5 * 24 * 60 * 60_000

/** Status, moderation and responses of an own listing. They are shown above its text. */
export function OwnListingHead({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const navigate = useNavigate()
  // The page promises a bot message about the moderators' decision, so the app asks for permission to send the message.
  const isInModeration = listing.status === 'moderation'
  useEffect(() => {
    if (isInModeration) void askForBotAccessOnce()
  }, [isInModeration])
  const openEditForm = () => void navigate(editPath(listing))
  return (
    <>
      <PublicationCard
        listing={listing}
        actions={
          listing.status === 'rejected' ? (
            <RejectedActions listing={listing} onFix={openEditForm} />
          ) : unpaidStatuses.includes(listing.status) ? (
            <Button small variant="soft" onClick={openEditForm}>
              {t('action.edit')}
            </Button>
          ) : toggleableStatuses.includes(listing.status) ? (
            <div className={styles.pair}>
              <VisibilityButton listing={listing} />
              <CloseButton listing={listing} />
            </div>
          ) : null
        }
      />
      <ModeratorDialogue listing={listing} />
      {listing.is_edit_pending && (
        <Notice icon={Clock} tone="warn" title={t('deal.editPending.title')}>
          {t('deal.editPending.text')}
        </Notice>
      )}
      <ExpiryNotice listing={listing} />
      <ExecutorCard listing={listing} />
      {listing.status === 'published' && (
        <Card className={styles.door}>
          <Link to={`/${listing.kind}/${listing.id}/invite`} className={styles.link}>
            <span className="grow head">{t('invite.open')}</span>
            <ChevronRight className="muted" />
          </Link>
        </Card>
      )}
      {statusesWithResponses.includes(listing.status) && (
        <Card className={styles.door}>
          <Link to={`/${listing.kind}/${listing.id}/responses`} className={styles.link}>
            <span className="grow head">{t('order.openResponses')}</span>
            {listing.new_responses > 0 && (
              <span className="accent">{t('listings.newResponses', { count: listing.new_responses })}</span>
            )}
            <span className="muted num">{listing.responses_count}</span>
            <ChevronRight className="muted" />
          </Link>
        </Card>
      )}
      {listing.published_at && (
        <Card className={styles.door}>
          <Link to={`/${listing.kind}/${listing.id}/funnel`} className={styles.link}>
            <span className="grow head">{t(`funnel.title.${listing.kind}`)}</span>
            <ChevronRight className="muted" />
          </Link>
        </Card>
      )}
    </>
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

function RejectedActions({ listing, onFix }: { listing: Listing; onFix: () => void }) {
  const { t } = useFormats()
  const resubmitMutation = useListingMutation(listing, () =>
    showToast({ text: t(`deal.${listing.kind}.resubmitted`) }),
  )
  const sendAgain = () => resubmitMutation.mutate((calls, id) => calls.resubmit(id))
  return (
    <div className={styles.pair}>
      {listing.resubmissions_left > 0 && (
        <>
          <Button small onClick={onFix}>
            {t('publish.rejected.fix')}
          </Button>
          <Button small variant="fill" loading={resubmitMutation.isPending} onClick={sendAgain}>
            {t('publish.resubmit')}
          </Button>
        </>
      )}
      <RefundButton listing={listing} />
    </div>
  )
}

/** Button that deletes a rejected listing. Its payment is refunded automatically. */
function RefundButton({ listing: { kind, id } }: { listing: Listing }) {
  const { t } = useFormats()
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
    <Button small variant="ghost" loading={refund.isPending} onClick={() => void confirmRefund()}>
      {t('deal.refund.ok')}
    </Button>
  )
}

/** Hides a published listing from the feed, or shows a listing again that its author has hidden. */
function VisibilityButton({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const facts = { ...toListingFacts(listing), hidden_reason: listing.hidden_reason }
  const isShown = hide(facts) === null
  const mutation = useListingMutation(listing, () =>
    showToast({ text: t(isShown ? 'deal.hidden' : 'deal.shown') }),
  )
  if (!isShown && show(facts) !== null) return null
  const togglePublished = () => mutation.mutate((calls, id) => calls.publish(id, !isShown))
  return (
    <Button
      small
      variant={isShown ? 'fill' : 'accent'}
      loading={mutation.isPending}
      onClick={togglePublished}
    >
      {t(isShown ? 'publish.hide' : 'publish.hidden.show')}
    </Button>
  )
}
