import { hide, show } from '#contract/policies.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { useListingMutation } from './mutations.ts'

/** Hides a published listing from the feed, or shows one that its author has hidden. */
export function VisibilityButton({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const facts = { ...toListingFacts(listing), hidden_reason: listing.hidden_reason }
  const isShown = hide(facts) === null
  const mutation = useListingMutation(listing, () =>
    showToast({ text: t(isShown ? 'deal.hidden' : 'deal.shown') }),
  )
  if (!isShown && show(facts) !== null) return null
  const toggle = () => mutation.mutate((calls, id) => calls.publish(id, !isShown))
  return (
    <Button small variant={isShown ? 'fill' : 'accent'} loading={mutation.isPending} onClick={toggle}>
      {t(isShown ? 'publish.hide' : 'publish.hidden.show')}
    </Button>
  )
}
