import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { defaultResponseCurrency } from '#contract/options.ts'
import { api } from '#web/client/http/api.ts'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { refreshListings, refreshResponses } from '#web/features/listings/refresh.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { useOddPriceCheck } from '#web/features/responses/fields/use-odd-price.tsx'
import type { Response } from '#web/features/responses/queries.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'
import { useValidationTexts } from '#web/features/session/validation-words.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useValidity } from '#web/ui/use-validity.ts'
import { RespondForm, type ResponseDraft } from './respond-form.tsx'

type EditResponseSheetProps = {
  listing: Listing
  response: Response
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Edit form of a response that the author has not seen yet. */
export default function EditResponseSheet({ listing, response, ...sheet }: EditResponseSheetProps) {
  const { t } = useFormats()
  const [draft, setDraft] = useState<ResponseDraft>({
    text: response.response_text,
    price: response.price === null ? '' : String(response.price),
    currency: response.currency?.code ?? defaultResponseCurrency,
    link: response.materials_link ?? '',
  })
  const form = useRef<HTMLFormElement>(null)
  const validity = useValidity(useValidationTexts())
  const editMutation = useMutation({
    mutationFn: () => {
      const { text, price, currency, link } = draft
      const body = { response_text: text, price: parseAmount(price), materials_link: link || null }
      return api('POST /api/responses/:id/edit', {
        params: { id: response.id },
        body: body.price === null ? body : { ...body, currency },
      })
    },
    onSuccess: () => {
      showToast({ text: t('ownResponse.saved') })
      sheet.onClose()
    },
    onError: (error) => void showFailure(error),
    onSettled: () => {
      void refreshResponses(listing)
      void refreshListings(listing.id)
    },
  })
  useUnsaved(sheet.open && draft.text !== response.response_text)
  const oddPriceCheck = useOddPriceCheck(isOrder(listing) ? listing : null, draft, () =>
    form.current?.querySelector<HTMLInputElement>('[name=price]')?.focus(),
  )
  const saveResponse = () => {
    if (!editMutation.isPending && form.current && validity.check(form.current))
      oddPriceCheck.guard(editMutation.mutate)
  }
  return (
    <Sheet
      {...sheet}
      title={t('ownResponse.title')}
      footer={
        <Button wide loading={editMutation.isPending} onClick={saveResponse}>
          {t('common.save')}
        </Button>
      }
    >
      <RespondForm
        order={isOrder(listing) ? listing : null}
        form={form}
        validity={validity}
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
        disabled={editMutation.isPending}
      />
      {oddPriceCheck.dialog}
    </Sheet>
  )
}
