import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { ApiError } from '#web/client/http.ts'
import { OrderSkeleton } from '#web/features/listing-page/skeleton.tsx'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { EditListing } from './edit-listing.tsx'
import type { FormKind, SharedDraft } from './form-kind.ts'
import { NewListing } from './new-listing.tsx'

type WriteProps<D extends SharedDraft, L extends Listing> = { kind: FormKind<D, L> }

/** A new listing, or an edit of an own one by `?target={id}&type=edit`. */
export function WriteListing<D extends SharedDraft, L extends Listing>({ kind }: WriteProps<D, L>) {
  const [search] = useSearchParams()
  const me = useMe()
  const target = search.get('type') === 'edit' ? Number(search.get('target')) : null
  if (!me) return <OrderSkeleton />
  return target === null ? <NewListing kind={kind} me={me} /> : <OwnEdit kind={kind} id={target} />
}

function OwnEdit<D extends SharedDraft, L extends Listing>({ kind, id }: WriteProps<D, L> & { id: number }) {
  const found = useQuery(kind.page(id))
  if (found.isPending) return <OrderSkeleton />
  if (found.isError)
    return <LoadFailure what={kind.kind} error={found.error} onRetry={() => void found.refetch()} />
  // someone else's listing is not there for this screen
  if (!found.data.is_owner)
    return (
      <LoadFailure what={kind.kind} error={new ApiError('not_found')} onRetry={() => void found.refetch()} />
    )
  return <EditListing key={id} kind={kind} listing={found.data} />
}
