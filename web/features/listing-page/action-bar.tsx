import { Check, Clock, Copy, MessagesSquare, PencilLine, Send, Trash2 } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type ListingStatus, requestStatuses } from '#contract/lifecycle.ts'
import { edit, extend, pay, remove, respond } from '#contract/policies.ts'
import { ApiError } from '#web/client/http/http.ts'
import { useOpenChat } from '#web/features/chat/use-open-chat.ts'
import { ReopenButton } from '#web/features/deals/reopen-button.tsx'
import { ListingFavouriteButton } from '#web/features/favorites/heart.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { copyPath, editPath } from '#web/features/listings/own/paths.ts'
import { canReopen, toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import { useDeleteListing } from '#web/features/listings/own/use-deletion.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { PayButton } from '#web/features/payments/pay-button.tsx'
import { useWaitingResponse } from '#web/features/responses/received/waiting-responses.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { leaveForTelegram } from '#web/telegram/index.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

type BarProps = { listing: Listing; me: Me; onRespond: () => void; isAsking: boolean }

/** Action bar of a listing for its author or for a reader (specification, section 2). */
export function ListingActionBar(props: BarProps) {
  const { listing } = props
  return (
    <BottomBar>
      <ShareButton item={listing} />
      {listing.is_owner ? <OwnerButton {...props} /> : <ReaderButton {...props} />}
      {!listing.is_owner && <ListingFavouriteButton listing={listing} look="fill" />}
      {listing.is_owner && remove(toListingFacts(listing)) !== 'wrong_state' && (
        <DeleteButton listing={listing} me={props.me} />
      )}
    </BottomBar>
  )
}

/**
 * Main button of a reader. Its text says why the reader cannot respond. A missing phone confirmation does not disable
 * the button, because the phone is confirmed while responding.
 */
function ReaderButton({ listing, me, onRespond, isAsking }: BarProps) {
  const { t } = useFormats()
  const waitingResponse = useWaitingResponse(listing.id)
  if (listing.is_executor) return <AuthorChatButton listing={listing} />
  if (listing.is_responded)
    return (
      <Button icon={Check} disabled>
        {t('action.responded')}
      </Button>
    )
  if (waitingResponse?.refusal === null)
    return (
      <Button icon={Clock} disabled>
        {t('waiting.bar')}
      </Button>
    )
  const refusal = respond({ ...me, is_verified: true }, toListingFacts(listing))
  if (refusal) return <Button disabled>{t(`action.${refusal}`)}</Button>
  return (
    <Button loading={isAsking} onClick={onRespond}>
      {t('action.respond')}
    </Button>
  )
}

/** Button that opens the author's Telegram chat, or a chat in the app if the author has no username. */
export function AuthorChatButton({
  listing,
  variant,
}: {
  listing: Listing
  variant?: ButtonLook['variant']
}) {
  const { t } = useFormats()
  const chat = useOpenChat()
  const { id: user_id, telegram_link: link } = listing.author
  const roomSubject = isOrder(listing) ? { project_id: listing.id } : { vacancy_id: listing.id }
  return link ? (
    <Button icon={Send} variant={variant} onClick={() => leaveForTelegram(link)}>
      {t('action.goToTg')}
    </Button>
  ) : (
    <Button
      icon={MessagesSquare}
      variant={variant}
      loading={chat.isPending}
      onClick={() => chat.mutate({ user_id, ...roomSubject })}
    >
      {t('action.write')}
    </Button>
  )
}

/** Statuses of listings whose placement has ended. */
const endedPlacementStatuses: ListingStatus[] = ['expired', 'archived']
/** Statuses of listings that cannot be edited. Their button creates a copy instead. */
const uneditableStatuses: ListingStatus[] = [
  'in_progress',
  'completed',
  'archived',
  'refunded',
  'deleted',
  ...requestStatuses,
]

/**
 * Returns the accent action of an own listing: to return it to the feed, to extend its placement or to pay for it. The
 * other buttons of its page are plain then, because a screen has one accent button.
 */
export function useOwnerAction(listing: Listing): 'reopen' | 'extend' | 'pay' | null {
  const [search] = useSearchParams()
  const facts = toListingFacts(listing)
  if (canReopen(listing)) return 'reopen'
  if (search.get('pay') === 'extend' && extend(facts) === null) return 'extend'
  if (pay(facts) !== null) return null
  return endedPlacementStatuses.includes(listing.status) ? 'extend' : 'pay'
}

function OwnerButton({ listing, me }: BarProps) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const action = useOwnerAction(listing)
  if (action === 'reopen') return <ReopenButton listing={listing} />
  if (action === 'extend')
    return <PayButton listing={listing} me={me} label={(price) => t('action.extend', { price })} />
  if (action === 'pay') return <PayButton listing={listing} me={me} />
  const isRejected = listing.status === 'rejected'
  if (uneditableStatuses.includes(listing.status) || (isRejected && listing.resubmissions_left === 0))
    return (
      <Button variant="fill" icon={Copy} onClick={() => void navigate(copyPath(listing))}>
        {t('action.copy')}
      </Button>
    )
  const openEditForm = () => {
    const refusal = edit(toListingFacts(listing))
    if (refusal) void showFailure(new ApiError(refusal))
    else void navigate(editPath(listing))
  }
  return (
    <Button variant={isRejected ? 'accent' : 'fill'} icon={PencilLine} onClick={openEditForm}>
      {t(isRejected ? 'publish.rejected.fix' : 'action.edit')}
    </Button>
  )
}

function DeleteButton({ listing, me }: { listing: Listing; me: Me }) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const deletion = useDeleteListing(
    listing,
    () => void navigate(me.is_client ? '/search/freelancer' : '/search/personal', { replace: true }),
  )
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
