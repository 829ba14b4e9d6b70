import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { currencies } from '#web/features/listings/queries.ts'
import { Field } from '#web/ui/field.tsx'
import { Input, JoinedControls, JoinedSegment } from '#web/ui/input.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Select } from '#web/ui/select.tsx'

/** Digits with spaces and at most two decimals. */
export const amountInput = { inputMode: 'decimal', pattern: '[\\d\\s]{1,13}([.,]\\d{1,2})?' } as const

type CurrencyProps = {
  /** Id of a currency; its code if `byCode`. */
  currency: string
  onCurrency: (currency: string) => void
  byCode?: boolean
}

export function CurrencySelect({ currency, onCurrency, byCode }: CurrencyProps) {
  const { t } = useFormats()
  const list = useQuery(currencies())
  const unknown = byCode ? [{ value: currency, label: currency }] : []
  return (
    <Select
      aria-label={t('common.currency')}
      options={
        list.data?.map(({ id, symbol, code }) =>
          byCode ? { value: code, label: code } : { value: String(id), label: symbol || code },
        ) ?? unknown
      }
      value={currency}
      onChange={(event) => onCurrency(event.target.value)}
    />
  )
}

type AmountFieldProps = CurrencyProps & {
  /** Currencies shown as segments beside the select, for quick access. */
  suggested?: { code: string; symbol: string }[]

  label: string
  name: string
  error?: string
  hint?: ReactNode
  placeholder?: string
  value: string
  onValue: (value: string) => void
}

/** An amount with its currency. Empty means "by agreement", unless the placeholder says otherwise. */
export function AmountField({
  label,
  name,
  error,
  hint,
  placeholder,
  value,
  onValue,
  suggested,
  ...currency
}: AmountFieldProps) {
  const { t } = useFormats()
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <JoinedControls>
          <Input
            {...control}
            {...amountInput}
            name={name}
            placeholder={placeholder ?? t('card.priceNone')}
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
          {suggested ? (
            <SuggestedCurrencies suggested={suggested} {...currency} />
          ) : (
            <CurrencySelect {...currency} />
          )}
        </JoinedControls>
      )}
    </Field>
  )
}

/** Two currencies as segments, and a select of all others. */
function SuggestedCurrencies({
  suggested,
  ...props
}: CurrencyProps & Required<Pick<AmountFieldProps, 'suggested'>>) {
  const { t } = useFormats()
  const isSuggested = suggested.some(({ code }) => code === props.currency)
  return (
    <JoinedSegment isFolded={isSuggested}>
      <Segment
        small
        label={t('common.currency')}
        value={props.currency}
        onChange={props.onCurrency}
        options={suggested.map(({ code, symbol }) => ({ value: code, label: symbol || code }))}
      />
      <CurrencySelect {...props} />
    </JoinedSegment>
  )
}
