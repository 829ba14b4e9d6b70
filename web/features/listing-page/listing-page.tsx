import { Ellipsis } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#web/client/http/api.ts'
import { isGone } from '#web/client/http/http.ts'
import { queryClient } from '#web/client/query.ts'
import { ReviewCard } from '#web/features/deals/review/review-card.tsx'
import { Byline } from '#web/features/listings/card/byline.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { order, vacancy } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { type ResponseSheetProps, useRespondFlow } from '#web/features/responses/form/use-response-form.ts'
import { InvitedCard } from '#web/features/responses/invitations/invited-card.tsx'
import { OwnResponsePanel } from '#web/features/responses/own/own-response-panel.tsx'
import { WaitingCard } from '#web/features/responses/received/waiting-card.tsx'
import type { Me } from '#web/features/session/use-me.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { whenAppVisible } from '#web/telegram/index.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import { ListingActionBar } from './action-bar.tsx'
import { ListingHero } from './listing-head.tsx'
import { ListingFigures } from './listing-panel.tsx'
import { OwnListingContent, OwnListingHead, OwnListingHero } from './own-listing.tsx'

const OwnMenuSheet = lazySheet(() => import('./own-menu-sheet.tsx'))

type ListingPageProps = {
  listing: Listing
  me: Me
  sheet: (props: ResponseSheetProps) => ReactNode
  /** The part of the page with the text of the listing. */
  children: ReactNode
}

/** Page of a listing for any viewer: the author, the executor, a person who responded, or anybody else. */
export function ListingPage({ listing, me, sheet, children }: ListingPageProps) {
  const navigate = useNavigate()
  useCountView(listing)
  const openEditRef = useRef<() => void>(undefined)
  const ownResponse = listing.is_responded ? listing.responses[0] : undefined
  return (
    <>
      <Page bar>
        {!listing.is_owner && <InvitedCard listing={listing} />}
        {!listing.is_owner && <ReviewCard listing={listing} />}
        {listing.is_owner ? (
          <OwnListingHero listing={listing} action={<OwnMenuButton listing={listing} />} />
        ) : (
          <ListingHero
            listing={listing}
            action={
              <MoreButton
                subject={{ type: 'listing', id: listing.id }}
                person={listing.author}
                onBlocked={() => void navigate('/search/personal', { replace: true })}
              />
            }
          />
        )}
        {listing.is_owner && <ReviewCard listing={listing} />}
        {listing.is_owner && <OwnListingHead listing={listing} />}
        {ownResponse && <OwnResponsePanel listing={listing} response={ownResponse} />}
        <WaitingCard listing_id={listing.id} onEdit={() => openEditRef.current?.()} />
        {listing.is_owner ? (
          <OwnListingContent listing={listing}>{children}</OwnListingContent>
        ) : (
          <>
            {listing.published_at && <ListingFigures listing={listing} />}
            {children}
            <Byline kind={listing.kind} author={listing.author} author_record={listing.author_record} />
          </>
        )}
      </Page>
      <RespondActions listing={listing} me={me} sheet={sheet} edit={openEditRef} />
    </>
  )
}

/**
 * Action bar and response sheet of a listing. They are a component of their own, so that opening the sheet does not
 * rerender the page.
 */
function RespondActions({
  listing,
  me,
  sheet,
  edit,
}: Omit<ListingPageProps, 'children'> & { edit: RefObject<(() => void) | undefined> }) {
  const answering = useRespondFlow(listing, me)
  useEffect(() => {
    edit.current = answering.ask
  })
  return (
    <>
      <ListingActionBar listing={listing} me={me} isAsking={answering.isAsking} onRespond={answering.ask} />
      {answering.sheet.isMounted && sheet({ ...answering.sheet.props, onSent: answering.sent })}
    </>
  )
}

/** Button «Ещё» of an own listing. */
function OwnMenuButton({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const sheet = useSheet()
  return (
    <>
      <IconButton icon={Ellipsis} label={t('common.more')} onClick={sheet.open} />
      {sheet.isMounted && <OwnMenuSheet listing={listing} sheet={sheet} />}
    </>
  )
}

const types = { order: 'project', vacancy: 'vacancy' } as const
const pageOf = { order, vacancy } as const

/** Counts a view of another person's listing. */
function useCountView({ id, kind, is_owner }: Listing): void {
  useEffect(() => {
    if (is_owner) return
    return whenAppVisible(() => {
      // Other errors are ignored, because a lost view changes only a statistic. A listing that is gone may have come from
      // the cache, so its page asks again.
      api('POST /api/app/view', { body: { entity_type: types[kind], entity_id: id } }).catch(
        (error: Error) => {
          if (isGone(error)) void queryClient.invalidateQueries({ queryKey: pageOf[kind](id).queryKey })
        },
      )
    })
  }, [id, kind, is_owner])
}
