import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiError } from '#web/client/http.ts'
import { OrderSkeleton } from '#web/features/listing-page/skeleton.tsx'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { EditListing } from './edit-listing.tsx'
import type { FormKind, SharedDraft } from './form-kind.ts'
import { copyOf } from './listing-draft.ts'
import { NewListing } from './new-listing.tsx'

type WriteProps<D extends SharedDraft, L extends Listing> = { kind: FormKind<D, L> }

/** A new listing; by `?target={id}` an edit of an own one (`type=edit`), or a new one that begins as it (`type=copy`) or as a message (`type=message`). */
export function WriteListing<D extends SharedDraft, L extends Listing>({ kind }: WriteProps<D, L>) {
  const [search] = useSearchParams()
  const me = useMe()
  const [type, id] = [search.get('type'), Number(search.get('target'))]
  if (!me) return <OrderSkeleton />
  if (type === 'edit')
    return (
      <Own kind={kind} id={id} show={(listing) => <EditListing key={id} kind={kind} listing={listing} />} />
    )
  if (type === 'copy')
    return (
      <Own
        kind={kind}
        id={id}
        show={(listing) => (
          <NewListing
            key={id}
            kind={kind}
            me={me}
            beginning={{ name: `copy:${id}`, draft: copyOf(kind.draftOf(listing)) }}
          />
        )}
      />
    )
  const said = type === 'message' ? kind.readSaid?.(search.get('said') ?? '') : null
  return <NewListing key={said?.name} kind={kind} me={me} beginning={said ?? undefined} />
}

type OwnProps<D extends SharedDraft, L extends Listing> = WriteProps<D, L> & {
  id: number
  show: (listing: L) => ReactNode
}

function Own<D extends SharedDraft, L extends Listing>({ kind, id, show }: OwnProps<D, L>) {
  const found = useQuery(kind.page(id))
  if (found.isPending) return <OrderSkeleton />
  if (found.isError)
    return <LoadFailure what={kind.kind} error={found.error} onRetry={() => void found.refetch()} />
  // someone else's listing is not there for this screen
  if (!found.data.is_owner)
    return (
      <LoadFailure what={kind.kind} error={new ApiError('not_found')} onRetry={() => void found.refetch()} />
    )
  return show(found.data)
}
