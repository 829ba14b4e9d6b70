import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError } from '#web/client/http.ts'
import { keepListing, refreshListings } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { publicationStatus } from '#web/features/payments/queries.ts'
import { roubles } from '#web/features/payments/use-payment.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { BottomBar, Page, PageTitle } from '#web/ui/page.tsx'
import { FilesCard } from './files-card.tsx'
import type { FormKind, SharedDraft } from './form-kind.ts'
import { ListingForm } from './listing-form.tsx'
import { PlacementCard } from './placement-card.tsx'
import { useListingFiles } from './use-listing-files.ts'
import { useListingForm } from './use-listing-form.ts'

/** Refusals that the person can do something about; any other failure has one sentence. */
const own: ApiError['code'][] = ['too_many_posts', 'blocked', 'session_expired', 'offline', 'timeout']

type EntryProps<D extends SharedDraft, L extends Listing> = {
  kind: FormKind<D, L>
  me: Me
  onSaved: (listing: L) => void
}

/** The empty form, or the kept draft of it. */
export function ListingEntry<D extends SharedDraft, L extends Listing>({
  kind,
  me,
  onSaved,
}: EntryProps<D, L>) {
  const { t, money } = useFormats()
  const draft = useDraft(kind.kind, kind.empty)
  const status = useQuery(publicationStatus(me.id, kind.kind, draft.value.category))
  const price = status.data ? money(status.data.price, roubles) : '…'
  const files = useListingFiles()
  const create = useMutation({
    mutationFn: () => kind.create(draft.value, files.uploads.ids),
    onSuccess: (created) => {
      draft.forget()
      keepListing(created)
      void refreshListings()
      onSaved(created)
    },
    onError: (error) => {
      if (error instanceof ApiError && own.includes(error.code)) void showFailure(error)
      else showToast({ text: t(kind.words.failed), tone: 'bad' })
    },
  })

  const { frame, errors, submit } = useListingForm({
    isSending: create.isPending,
    isUnsaved: draft.isStored,
    obstacle: files.obstacle,
    send: create.mutate,
  })
  return (
    <>
      <Page bar>
        <PageTitle
          action={draft.isStored && <TextButton onClick={draft.forget}>{t('create.clearDraft')}</TextButton>}
        >
          {t(kind.words.create)}
        </PageTitle>
        <ListingForm {...frame}>
          <kind.Fields draft={draft.value} errors={errors} onChange={(part) => draft.change(part)} />
          <FilesCard files={files} />
          <PlacementCard price={price} note={t(kind.words.note)} />
        </ListingForm>
      </Page>
      <BottomBar>
        <Button loading={create.isPending} onClick={submit}>
          {status.data?.is_free ? status.data.button_text : t('create.submit', { price })}
        </Button>
      </BottomBar>
    </>
  )
}
