import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiError } from '#web/client/http/http.ts'
import type {
  InitialDraft,
  ListingFormKind,
  SharedDraft,
} from '#web/features/listing-form/draft/form-kind.ts'
import { draftForCopy } from '#web/features/listing-form/draft/listing-draft.ts'
import { ListingPageSkeleton } from '#web/features/listing-page/skeleton.tsx'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import { type Me, useMe } from '#web/features/session/use-me.ts'
import { EditListing } from './edit-listing.tsx'
import { NewListingForm } from './listing-entry.tsx'
import { SavedListing } from './saved-listing.tsx'

type WriteProps<D extends SharedDraft, L extends Listing> = { kind: ListingFormKind<D, L> }

/**
 * Form for a new listing. With `?target={id}` it is the edit of an own listing (`type=edit`), a copy of an own listing
 * (`type=copy`) or a listing read from a chat message (`type=message`).
 */
export function WriteListing<D extends SharedDraft, L extends Listing>({ kind }: WriteProps<D, L>) {
  const [search] = useSearchParams()
  const me = useMe()
  const [type, id] = [search.get('type'), Number(search.get('target'))]
  if (!me) return <ListingPageSkeleton />
  if (type === 'edit')
    return (
      <OwnListingLoader
        kind={kind}
        id={id}
        render={(listing) => <EditListing key={id} kind={kind} listing={listing} />}
      />
    )
  if (type === 'copy')
    return (
      <OwnListingLoader
        kind={kind}
        id={id}
        render={(listing) => (
          <NewListing
            key={id}
            kind={kind}
            me={me}
            initialDraft={{ name: `copy:${id}`, draft: draftForCopy(kind.draftOf(listing)) }}
          />
        )}
      />
    )
  const messageDraft = type === 'message' ? kind.readMessageLink?.(search.get('said') ?? '') : null
  return <NewListing key={messageDraft?.name} kind={kind} me={me} initialDraft={messageDraft ?? undefined} />
}

type OwnListingLoaderProps<D extends SharedDraft, L extends Listing> = WriteProps<D, L> & {
  id: number
  render: (listing: L) => ReactNode
}

function OwnListingLoader<D extends SharedDraft, L extends Listing>({
  kind,
  id,
  render,
}: OwnListingLoaderProps<D, L>) {
  const listingQuery = useQuery(kind.page(id))
  if (listingQuery.isPending) return <ListingPageSkeleton />
  if (listingQuery.isError)
    return (
      <LoadFailure
        missingThing={kind.kind}
        error={listingQuery.error}
        onRetry={() => void listingQuery.refetch()}
      />
    )
  // The edit of another person's listing shows "not found".
  if (!listingQuery.data.is_owner)
    return (
      <LoadFailure
        missingThing={kind.kind}
        error={new ApiError('not_found')}
        onRetry={() => void listingQuery.refetch()}
      />
    )
  return render(listingQuery.data)
}

type NewListingProps<D extends SharedDraft, L extends Listing> = {
  kind: ListingFormKind<D, L>
  me: Me
  initialDraft?: InitialDraft<D>
}

/** Form for a new listing. After saving, a confirmation with the pay button replaces the form. */
function NewListing<D extends SharedDraft, L extends Listing>({
  kind,
  me,
  initialDraft,
}: NewListingProps<D, L>) {
  const [savedListing, setSavedListing] = useState<L | null>(null)
  return savedListing ? (
    <SavedListing listing={savedListing} me={me} />
  ) : (
    <NewListingForm kind={kind} me={me} initialDraft={initialDraft} onSaved={setSavedListing} />
  )
}
