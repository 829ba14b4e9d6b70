import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pay } from '#contract/policies.ts'
import { queryClient } from '#web/client/query.ts'
import type { ListingFormKind, SharedDraft } from '#web/features/listing-form/draft/form-kind.ts'
import { useListingFiles } from '#web/features/listing-form/draft/use-listing-files.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import { resubmitListing } from '#web/features/listings/own/resubmit.ts'
import { cacheListing, refreshListings } from '#web/features/listings/refresh.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Page, PageTitle } from '#web/ui/page.tsx'
import { ListingForm } from './listing-form.tsx'
import { PlacementCard } from './placement-card.tsx'
import { useListingForm } from './use-listing-form.ts'
import { usePlacement } from './use-placement.ts'

type EditProps<D extends SharedDraft, L extends Listing> = { kind: ListingFormKind<D, L>; listing: L }

/** Edit form of an own listing. Only changed fields are sent. The draft is kept when the user leaves the form. */
export function EditListing<D extends SharedDraft, L extends Listing>({ kind, listing }: EditProps<D, L>) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const [initialDraft] = useState(() => kind.draftOf(listing))
  const draft = useDraft(`${kind.kind}:${listing.id}`, initialDraft)
  const files = useListingFiles(listing)
  const me = useMe()
  const placement = usePlacement(me?.id ?? 0, kind.kind, draft.value)
  const isRejected = listing.status === 'rejected'
  const editMutation = useMutation({
    mutationFn: async () => {
      const editedListing = await kind.edit(listing.id, initialDraft, draft.value)
      if (files.isChanged) await files.save((file) => kind.assign(file, listing.id))
      if (isRejected) return resubmitListing(listing)
      return files.isChanged
        ? queryClient.fetchQuery({ ...kind.page(listing.id), staleTime: 0 })
        : editedListing
    },
    onSuccess: (editedListing) => {
      draft.forget()
      if (editedListing) {
        cacheListing(editedListing)
        void refreshListings()
        showToast({ text: t(isRejected ? kind.words.resubmitted : kind.words.saved) })
      }
      void navigate(`/${kind.kind}/${listing.id}`, { replace: true })
    },
    onError: (error) => void showFailure(error),
  })
  const { formProps, errors, submit } = useListingForm({
    isSending: editMutation.isPending,
    isUnsaved: draft.isStored || files.isChanged,
    obstacle: files.obstacle,
    send: editMutation.mutate,
  })
  return (
    <>
      <Page bar>
        <PageTitle
          action={draft.isStored && <TextButton onClick={draft.forget}>{t('create.undo')}</TextButton>}
        >
          {t(kind.words.edit)}
        </PageTitle>
        <ListingForm {...formProps}>
          <kind.Fields
            draft={draft.value}
            errors={errors}
            files={files}
            onChange={(part) => draft.change(part)}
          />
          {me && pay(toListingFacts(listing)) === null && placement.periods.length > 1 && (
            <PlacementCard
              placement={placement}
              onPeriod={(period) => draft.change({ period } as Partial<D>)}
              note={t(kind.words.note)}
            />
          )}
        </ListingForm>
      </Page>
      <BottomBar>
        <Button loading={editMutation.isPending} onClick={submit}>
          {t(isRejected ? 'publish.resubmit' : 'create.saveChanges')}
        </Button>
      </BottomBar>
    </>
  )
}
