import { currencyIds, orderPayments } from '#contract/options.ts'
import type { FormPart } from '#web/features/listing-form/draft/form-kind.ts'
import { AmountField, AmountRange } from '#web/features/listings/fields/amount-field.tsx'
import { MarketRange } from '#web/features/listings/fields/market-range.tsx'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { FieldGroup } from '#web/ui/field.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { nothing } from '#web/ui/select.tsx'
import type { OrderDraft } from './order-draft.ts'

const codeOf = (currency: string) =>
  Object.entries(currencyIds).find(([, id]) => String(id) === currency)?.[0] ?? ''
const paymentTexts = { fixed: 'create.perProject', hourly: 'create.perHour' } as const

/** Budget of an order: one amount for a fixed price, a range for an hourly price. */
export function OrderBudget({ draft, errors, onChange }: FormPart<OrderDraft>) {
  const { t } = useFormats()
  if (draft.payment === 'hourly')
    return (
      <AmountRange
        label={t('create.pricePerHour')}
        ends={{ from: t('create.from'), to: t('create.to') }}
        errors={errors}
        amounts={draft}
        onChange={onChange}
      />
    )
  return (
    <>
      <AmountField
        label={t('create.price')}
        name="price"
        error={errors.price}
        value={draft.price}
        onValue={(price) => onChange({ price })}
        currency={draft.currency}
        onCurrency={(currency) => onChange({ currency })}
      />
      {draft.category !== nothing && (
        <MarketRange
          category_id={Number(draft.category)}
          price={parseAmount(draft.price)}
          code={codeOf(draft.currency)}
        />
      )}
    </>
  )
}

/** Choice whether the budget is for the project or for an hour. */
export function PaymentField({ draft, onChange }: Pick<FormPart<OrderDraft>, 'draft' | 'onChange'>) {
  const { t } = useFormats()
  return (
    <FieldGroup label={t('create.payTitle')}>
      <Segment
        label={t('create.payTitle')}
        options={orderPayments.map((value) => ({ value, label: t(paymentTexts[value]) }))}
        value={draft.payment}
        onChange={(payment) => onChange({ payment })}
      />
    </FieldGroup>
  )
}
