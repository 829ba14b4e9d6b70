import { useMutation } from '@tanstack/react-query'
import { CalendarClock, Clock, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { ExecutorCard } from '#web/features/deals/card/executor-card.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { editPath } from '#web/features/listings/own/paths.ts'
import { PublicationCard } from '#web/features/listings/own/publication.tsx'
import { removeListing } from '#web/features/listings/own/use-deletion.ts'
import { refreshListings } from '#web/features/listings/refresh.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { ModeratorDialogue } from '#web/features/moderation/own-talk.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { askForBotAccessOnce } from '#web/features/session/write-access.ts'
import { Button } from '#web/ui/button.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { OwnResponses } from './own-responses.tsx'

const unpaidStatuses: ListingStatus[] = ['draft', 'awaiting_payment']
/**
 * Time before the end of a placement from which the listing's page shows a notice. The bot sends its reminder at the
 * same time.
 */
const expiryNoticeMs = 5 * 24 * 60 * 60_000

/** Responses, status and moderation of an own listing, below its title. */
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
      <OwnResponses listing={listing} />
      <PublicationCard
        listing={listing}
        actions={
          unpaidStatuses.includes(listing.status) ? (
            <Button small variant="soft" onClick={openEditForm}>
              {t('action.edit')}
            </Button>
          ) : null
        }
      />
      {listing.status === 'rejected' && <RefundRow listing={listing} />}
      <ModeratorDialogue listing={listing} />
      {listing.is_edit_pending && (
        <Notice icon={Clock} tone="warn" title={t('deal.editPending.title')}>
          {t('deal.editPending.text')}
        </Notice>
      )}
      <ExpiryNotice listing={listing} />
      <ExecutorCard listing={listing} />
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

/** Deletes a rejected listing and refunds its payment automatically. */
function RefundRow({ listing: { kind, id } }: { listing: Listing }) {
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
    <List icons>
      <Cell
        inPlace
        icon={Undo2}
        title={t('deal.refund.ok')}
        end={refund.isPending && <Spinner />}
        onClick={() => !refund.isPending && void confirmRefund()}
      />
    </List>
  )
}
