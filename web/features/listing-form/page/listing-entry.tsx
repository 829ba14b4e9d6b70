import { useMutation } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#web/client/http/http.ts'
import type {
  InitialDraft,
  ListingFormKind,
  SharedDraft,
} from '#web/features/listing-form/draft/form-kind.ts'
import { useListingFiles } from '#web/features/listing-form/draft/use-listing-files.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { cacheListing, refreshListings } from '#web/features/listings/refresh.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { refreshPublicationStatus } from '#web/features/payments/queries.ts'
import { roubles } from '#web/features/payments/use-payment.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Page, PageTitle } from '#web/ui/page.tsx'
import styles from './listing-entry.module.css'
import { ListingForm } from './listing-form.tsx'
import { PlacementCard } from './placement-card.tsx'
import { useListingForm } from './use-listing-form.ts'
import { usePlacement } from './use-placement.ts'

/** Errors that have a text of their own. All other errors get a general text. */
const errorsWithText: ApiError['code'][] = [
  'too_many_posts',
  'blocked',
  'session_expired',
  'offline',
  'timeout',
]

/** Number of listings left for today from which the form tells it. */
const fewPosts = 2

type NewListingFormProps<D extends SharedDraft, L extends Listing> = {
  kind: ListingFormKind<D, L>
  me: Me
  initialDraft?: InitialDraft<D>
  onSaved: (listing: L) => void
}

/** Form for a new listing: empty, prefilled, or filled with the stored draft. */
export function NewListingForm<D extends SharedDraft, L extends Listing>({
  kind,
  me,
  initialDraft,
  onSaved,
}: NewListingFormProps<D, L>) {
  const { t, money } = useFormats()
  const [empty] = useState(initialDraft?.draft ?? kind.empty)
  const draft = useDraft(initialDraft ? `${kind.kind}:${initialDraft.name}` : kind.kind, empty)
  const placement = usePlacement(me.id, kind.kind, draft.value)
  const hasNoPostsLeft = placement.posts?.left === 0
  const files = useListingFiles()
  const createMutation = useMutation({
    mutationFn: () => {
      const period = String(placement.chosen?.days ?? draft.value.period)
      return kind.create({ ...draft.value, period }, files.uploads.ids)
    },
    onSuccess: (created) => {
      draft.forget()
      cacheListing(created)
      void refreshListings()
      void refreshPublicationStatus()
      onSaved(created)
    },
    onError: (error) => {
      if (error instanceof ApiError && errorsWithText.includes(error.code)) void showFailure(error)
      else showToast({ text: t(kind.words.failed), tone: 'bad' })
    },
  })

  const { formProps, errors, submit } = useListingForm({
    isSending: createMutation.isPending,
    isUnsaved: draft.isStored,
    obstacle: files.obstacle,
    send: createMutation.mutate,
  })
  const { chosen, posts } = placement
  const price = chosen ? money(chosen.price, roubles) : ''
  // Without the price, the text ends before the dot.
  const payText = t('create.submit', { price }).replace(/[\s·]+$/, '')
  const isLimitNear = posts !== undefined && posts.left <= fewPosts
  const notes = hasNoPostsLeft
    ? [t(kind.words.next)]
    : [
        // A line is kept for the note while the price loads, so that the bar does not jump.
        chosen ? t('create.placementNote', { time: t('create.days', { count: chosen.days }) }) : '\u00a0',
        isLimitNear && t('create.postsLeft', posts),
      ]
  return (
    <>
      <Page bar>
        <PageTitle
          action={draft.isStored && <TextButton onClick={draft.forget}>{t('create.clearDraft')}</TextButton>}
        >
          {t(kind.words.create)}
        </PageTitle>
        {initialDraft?.isFromMessage && (
          <Notice icon={Info} tone="accent">
            {t('create.fromMessage')}
          </Notice>
        )}
        <ListingForm {...formProps}>
          <kind.Fields
            draft={draft.value}
            errors={errors}
            files={files}
            onChange={(part) => draft.change(part)}
          />
          {placement.periods.length > 1 && (
            <PlacementCard
              placement={placement}
              onPeriod={(period) => draft.change({ period } as Partial<D>)}
              note={t(kind.words.note)}
            />
          )}
        </ListingForm>
      </Page>
      <BottomBar>
        <div className={cx('stack stack-1', styles.bar)}>
          <Button wide loading={createMutation.isPending} disabled={hasNoPostsLeft} onClick={submit}>
            {hasNoPostsLeft ? t('create.noneLeft') : (placement.free ?? payText)}
          </Button>
          {notes.map(
            (note) =>
              note && (
                <p key={note} className={cx('cap muted', styles.note)}>
                  {note}
                </p>
              ),
          )}
        </div>
      </BottomBar>
    </>
  )
}
