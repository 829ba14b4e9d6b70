import { useEffect, useRef } from 'react'
import { currencyIds, paymentFormats } from '#contract/options.ts'
import type { FormPart } from '#web/features/listing-form/draft/form-kind.ts'
import { AmountField, amountInput, CurrencySelect } from '#web/features/listings/fields/amount-field.tsx'
import { MarketRange } from '#web/features/listings/fields/market-range.tsx'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Card } from '#web/ui/card.tsx'
import { FieldGroup } from '#web/ui/field.tsx'
import { Input, RangeRow } from '#web/ui/input.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { nothing } from '#web/ui/select.tsx'
import type { OrderDraft } from './order-draft.ts'

const codeOf = (currency: string) =>
  Object.entries(currencyIds).find(([, id]) => String(id) === currency)?.[0] ?? ''
const paymentTexts = { fixed: 'create.perProject', hourly: 'create.perHour' } as const

/** One amount for a fixed price, a range for an hourly one. */
export function OrderPaymentFields({ draft, errors, onChange }: FormPart<OrderDraft>) {
  const { t } = useFormats()
  const to = useRef<HTMLInputElement>(null)
  const [low, high] = [parseAmount(draft.from), parseAmount(draft.to)]
  useEffect(() => {
    to.current?.setCustomValidity(low !== null && high !== null && low > high ? 'range' : '')
  }, [low, high])
  const currency = {
    currency: draft.currency,
    onCurrency: (id: string) => onChange({ currency: id }),
  }
  return (
    <Card style={{ gap: 14 }}>
      <h2 className="head">{t('create.payTitle')}</h2>
      <Segment
        label={t('create.payTitle')}
        options={paymentFormats.map((value) => ({ value, label: t(paymentTexts[value]) }))}
        value={draft.payment}
        onChange={(payment) => onChange({ payment })}
      />
      {draft.payment === 'fixed' ? (
        <AmountField
          {...currency}
          label={t('create.price')}
          name="price"
          error={errors.price}
          value={draft.price}
          onValue={(price) => onChange({ price })}
        />
      ) : (
        <FieldGroup label={t('create.price')} error={errors.from ?? errors.to}>
          <RangeRow>
            <Input
              {...amountInput}
              name="from"
              aria-label={t('create.from')}
              aria-invalid={errors.from ? true : undefined}
              placeholder={t('filters.from')}
              value={draft.from}
              onChange={(event) => onChange({ from: event.target.value })}
            />
            <Input
              {...amountInput}
              ref={to}
              name="to"
              aria-label={t('create.to')}
              aria-invalid={errors.to ? true : undefined}
              placeholder={t('filters.to')}
              value={draft.to}
              onChange={(event) => onChange({ to: event.target.value })}
            />
            <CurrencySelect {...currency} />
          </RangeRow>
        </FieldGroup>
      )}
      {draft.payment === 'fixed' && draft.category !== nothing && (
        <MarketRange
          category_id={Number(draft.category)}
          price={parseAmount(draft.price)}
          code={codeOf(draft.currency)}
        />
      )}
    </Card>
  )
}
