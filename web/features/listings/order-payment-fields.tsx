import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { paymentFormats } from '#contract/options.ts'
import { Card } from '#web/ui/card.tsx'
import { Field, FieldGroup } from '#web/ui/field.tsx'
import { Input, Joined, RangeRow } from '#web/ui/input.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Select } from '#web/ui/select.tsx'
import { readAmount } from './money.ts'
import type { FormPart } from './order-form.tsx'
import { currencies } from './queries.ts'
import { useFormats } from './use-formats.ts'

const amount = { inputMode: 'decimal', pattern: '[\\d\\s]{1,13}([.,]\\d{1,2})?' } as const
const paymentTexts = { fixed: 'create.perProject', hourly: 'create.perHour' } as const

/** One sum for a project, a range for an hour. */
export function OrderPaymentFields({ draft, errors, onChange }: FormPart) {
  const { t } = useFormats()
  const to = useRef<HTMLInputElement>(null)
  const list = useQuery(currencies())
  const [low, high] = [readAmount(draft.from), readAmount(draft.to)]
  useEffect(() => {
    to.current?.setCustomValidity(low !== null && high !== null && low > high ? 'range' : '')
  }, [low, high])
  const currency = (
    <Select
      aria-label={t('create.currency')}
      options={(list.data ?? []).map(({ id, symbol, code }) => ({
        value: String(id),
        label: symbol || code,
      }))}
      value={draft.currency}
      onChange={(event) => onChange({ currency: event.target.value })}
    />
  )
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
        <Field label={t('create.price')} error={errors.price}>
          {(control) => (
            <Joined>
              <Input
                {...control}
                {...amount}
                name="price"
                placeholder={t('card.priceNone')}
                value={draft.price}
                onChange={(event) => onChange({ price: event.target.value })}
              />
              {currency}
            </Joined>
          )}
        </Field>
      ) : (
        <FieldGroup label={t('create.price')} error={errors.from ?? errors.to}>
          <RangeRow>
            <Input
              {...amount}
              name="from"
              aria-label={t('create.from')}
              aria-invalid={errors.from ? true : undefined}
              placeholder={t('filters.from')}
              value={draft.from}
              onChange={(event) => onChange({ from: event.target.value })}
            />
            <Input
              {...amount}
              ref={to}
              name="to"
              aria-label={t('create.to')}
              aria-invalid={errors.to ? true : undefined}
              placeholder={t('filters.to')}
              value={draft.to}
              onChange={(event) => onChange({ to: event.target.value })}
            />
            {currency}
          </RangeRow>
        </FieldGroup>
      )}
    </Card>
  )
}
