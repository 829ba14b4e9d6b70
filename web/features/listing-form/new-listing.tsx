import { useState } from 'react'
import type { Listing } from '#web/features/listings/types.ts'
import type { Me } from '#web/features/session/use-me.ts'
import type { Beginning, FormKind, SharedDraft } from './form-kind.ts'
import { ListingEntry } from './listing-entry.tsx'
import { SavedListing } from './saved-listing.tsx'

type NewListingProps<D extends SharedDraft, L extends Listing> = {
  kind: FormKind<D, L>
  me: Me
  beginning?: Beginning<D>
}

/** A new listing; after saving, the same button in the same place leads to the payment page. */
export function NewListing<D extends SharedDraft, L extends Listing>({
  kind,
  me,
  beginning,
}: NewListingProps<D, L>) {
  const [saved, setSaved] = useState<L | null>(null)
  return saved ? (
    <SavedListing listing={saved} me={me} />
  ) : (
    <ListingEntry kind={kind} me={me} beginning={beginning} onSaved={setSaved} />
  )
}
