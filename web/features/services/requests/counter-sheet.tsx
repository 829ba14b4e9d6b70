import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { AmountField } from '#web/features/listings/fields/amount-field.tsx'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { ServiceRequest } from '#web/features/services/requests/queries.ts'
import { useAmount } from '#web/features/services/use-amount.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextareaField } from '#web/ui/form-field.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Counter } from '#web/ui/input.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { nothing } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useRequestMutation } from './mutations.ts'

const { reason: reasonLength } = limits.serviceRequests
/** Days that can be chosen beside those of the service. */
const offeredDays = [1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 45, 60, 90, 180, 365]

type CounterSheetProps = {
  request: ServiceRequest
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Sheet in which the freelancer offers another price, days and the reason. The draft is kept when it closes. */
export function CounterSheet({ request, ...sheet }: CounterSheetProps) {
  const { t, language } = useFormats()
  const amountOf = useAmount()
  const { id, currency, unit, list_price, days } = request
  const draft = useDraft(`counter:${id}`, { price: '', days: String(days ?? nothing), reason: '' })
  const [isMissing, setMissing] = useState(false)
  const mutation = useRequestMutation(id, () => {
    draft.forget()
    showToast({ text: t('request.counter.done') })
    sheet.onClose()
  })
  const { price, reason } = draft.value
  const amount = parseAmount(price) || null
  const sendOffer = () => {
    if (amount === null) return setMissing(true)
    const chosenDays = draft.value.days === nothing ? undefined : Number(draft.value.days)
    const body = { price: amount, days: chosenDays, reason: reason.trim() || undefined }
    mutation.mutate((calls, request_id) => calls.counter(request_id, body))
  }
  const dayChoices = [...new Set([...offeredDays, ...(days === null ? [] : [days])])]
  return (
    <Sheet
      {...sheet}
      title={t('request.counter')}
      inSteps
      footer={
        <Button wide loading={mutation.isPending} onClick={sendOffer}>
          {amount === null
            ? t('request.counter.send')
            : t('request.counter.sendPrice', { price: amountOf({ price: amount, currency, unit }) })}
        </Button>
      }
    >
      <p className="sub muted">{bindWords(t('request.counter.text'))}</p>
      <fieldset disabled={mutation.isPending} className="stack">
        <AmountField
          required
          label={t('respond.price')}
          name="price"
          placeholder="0"
          error={isMissing && amount === null ? t('validation.number') : undefined}
          hint={
            list_price !== null &&
            t('request.counter.list', { price: amountOf({ price: list_price, currency, unit }) })
          }
          value={price}
          onValue={(value) => draft.change({ price: value })}
          symbol={currency.symbol || currency.code}
        />
        <SelectField
          label={t('request.counter.days')}
          placeholder={days === null ? t('request.daysFree') : undefined}
          options={dayChoices
            .toSorted((one, other) => one - other)
            .map((count) => ({ value: String(count), label: t('create.days', { count }) }))}
          value={draft.value.days}
          onValue={(value) => draft.change({ days: value })}
        />
        <TextareaField
          label={t('request.counter.reason')}
          counter={
            <Counter
              count={reason.length}
              max={reasonLength}
              warn={reasonLength - 50}
              language={language}
              announce={t('respond.counterLabel', { count: reasonLength - reason.length })}
            />
          }
          rows={3}
          maxLength={reasonLength}
          value={reason}
          onValue={(words) => draft.change({ reason: words })}
        />
      </fieldset>
    </Sheet>
  )
}
