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
 * Form for a new listing, or, with `?target={id}`, an edit of an own one (`type=edit`), a copy (`type=copy`)
 * or one read from a message (`type=message`).
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
        show={(listing) => <EditListing key={id} kind={kind} listing={listing} />}
      />
    )
  if (type === 'copy')
    return (
      <OwnListingLoader
        kind={kind}
        id={id}
        show={(listing) => (
          <NewListing
            key={id}
            kind={kind}
            me={me}
            beginning={{ name: `copy:${id}`, draft: draftForCopy(kind.draftOf(listing)) }}
          />
        )}
      />
    )
  const said = type === 'message' ? kind.readMessageLink?.(search.get('said') ?? '') : null
  return <NewListing key={said?.name} kind={kind} me={me} beginning={said ?? undefined} />
}

type OwnProps<D extends SharedDraft, L extends Listing> = WriteProps<D, L> & {
  id: number
  show: (listing: L) => ReactNode
}

function OwnListingLoader<D extends SharedDraft, L extends Listing>({ kind, id, show }: OwnProps<D, L>) {
  const found = useQuery(kind.page(id))
  if (found.isPending) return <ListingPageSkeleton />
  if (found.isError)
    return <LoadFailure what={kind.kind} error={found.error} onRetry={() => void found.refetch()} />
  // Another person's listing shows "not found".
  if (!found.data.is_owner)
    return (
      <LoadFailure what={kind.kind} error={new ApiError('not_found')} onRetry={() => void found.refetch()} />
    )
  return show(found.data)
}

type NewListingProps<D extends SharedDraft, L extends Listing> = {
  kind: ListingFormKind<D, L>
  me: Me
  beginning?: InitialDraft<D>
}

/** Form for a new listing. After saving, the button in the same place leads to payment. */
function NewListing<D extends SharedDraft, L extends Listing>({
  kind,
  me,
  beginning,
}: NewListingProps<D, L>) {
  const [saved, setSaved] = useState<L | null>(null)
  return saved ? (
    <SavedListing listing={saved} me={me} />
  ) : (
    <NewListingForm kind={kind} me={me} beginning={beginning} onSaved={setSaved} />
  )
}
