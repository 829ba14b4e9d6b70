import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { type ReviewAxis, reviewAxes } from '#contract/review-axes.ts'
import { api } from '#web/client/http/api.ts'
import { PersonLine } from '#web/features/listings/card/person-card.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { refreshListings } from '#web/features/listings/refresh.ts'
import type { Listing, Person } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldGroup } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/form-field.tsx'
import { Counter } from '#web/ui/input.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { StarChoice } from '#web/ui/star-choice.tsx'

type ReviewSheetProps = {
  listing: Listing
  person: Omit<Person, 'telegram_link'>
  open: boolean
  onClose: () => void
  onClosed: () => void
}

const { length } = limits.review
type ReviewDraft = { axes: Partial<Record<ReviewAxis, number>>; text: string }
const emptyReview: ReviewDraft = { axes: {}, text: '' }

/** Form to review the other side of a deal: stars on three criteria and an optional text. */
export default function ReviewSheet({ listing, person, ...sheet }: ReviewSheetProps) {
  const { t, language } = useFormats()
  const draft = useDraft(`review:${listing.id}`, emptyReview)
  const [isMissing, setMissing] = useState(false)
  const stars = useRef<HTMLDivElement>(null)
  const { axes, text } = draft.value
  const requiredAxes = reviewAxes[listing.is_owner ? 'executor' : 'author']
  const missingAxis = requiredAxes.find((axis) => !axes[axis])
  const review = useMutation({
    mutationFn: () =>
      api('POST /api/reviews', { body: { listing_id: listing.id, axes, text: text.trim() || null } }),
    onSuccess: () => {
      draft.forget()
      haptic('success')
      showToast({ text: t('review.sent') })
      void refreshListings(listing.id)
      sheet.onClose()
    },
    onError: (error) => void showFailure(error),
  })
  const sendReview = () => {
    if (!missingAxis) return review.mutate()
    setMissing(true)
    const at = requiredAxes.indexOf(missingAxis as never)
    stars.current?.querySelectorAll('fieldset')[at]?.querySelector('input')?.focus()
  }
  return (
    <Sheet
      {...sheet}
      title={t('review.title')}
      footer={
        <Button wide loading={review.isPending} onClick={sendReview}>
          {t('review.send')}
        </Button>
      }
    >
      <fieldset disabled={review.isPending} className="stack">
        <PersonLine person={person} />
        <div ref={stars} className="stack">
          {requiredAxes.map((axis) => (
            <fieldset key={axis}>
              <FieldGroup
                label={t(`review.axis.${axis}`)}
                error={isMissing && !axes[axis] ? t('review.ratingMissing') : undefined}
              >
                <StarChoice
                  value={axes[axis] ?? 0}
                  label={(value) => t(`review.stars.${value}`)}
                  onChange={(value) => {
                    draft.change({ axes: { ...axes, [axis]: value } })
                    haptic('selection')
                  }}
                />
              </FieldGroup>
            </fieldset>
          ))}
        </div>
        <TextareaField
          label={t('review.text')}
          hint={t('review.hint')}
          counter={
            <Counter
              count={text.length}
              max={length}
              warn={length - 100}
              language={language}
              announce={t('respond.counterLabel', { count: length - text.length })}
            />
          }
          rows={4}
          maxLength={length}
          placeholder={t('review.placeholder')}
          value={text}
          onValue={(text) => draft.change({ text })}
        />
      </fieldset>
    </Sheet>
  )
}
