import { useState } from 'react'
import type {
  InitialDraft,
  ListingFormKind,
  SharedDraft,
} from '#web/features/listing-form/draft/form-kind.ts'
import type { Listing } from '#web/features/listings/types.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { NewListingForm } from './listing-entry.tsx'
import { SavedListing } from './saved-listing.tsx'

type NewListingProps<D extends SharedDraft, L extends Listing> = {
  kind: ListingFormKind<D, L>
  me: Me
  beginning?: InitialDraft<D>
}

/** Form for a new listing. After saving, the button in the same place leads to payment. */
export function NewListing<D extends SharedDraft, L extends Listing>({
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
