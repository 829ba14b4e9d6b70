import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { currencies } from '#web/features/listings/queries.ts'
import { Field, FieldGroup } from '#web/ui/field.tsx'
import { Input, JoinedControls, JoinedSegment, RangeRow } from '#web/ui/input.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Select } from '#web/ui/select.tsx'

/** Props of an input for an amount: digits with spaces and at most two decimals. */
const amountInput = { inputMode: 'decimal', pattern: '[\\d\\s]{1,13}([.,]\\d{1,2})?' } as const

type CurrencyProps = {
  /** Id of a currency, or its code if `byCode` is true. */
  currency: string
  onCurrency: (currency: string) => void
  byCode?: boolean
}

function CurrencySelect({ currency, onCurrency, byCode }: CurrencyProps) {
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
  /** Currencies that are shown as segments beside the select, for quick access. */
  suggested?: { code: string; symbol: string }[]

  label: string
  name: string
  error?: string
  hint?: ReactNode
  placeholder?: string
  value: string
  onValue: (value: string) => void
}

/**
 * Input for an amount with its currency. An empty input means "by agreement", unless the placeholder says otherwise.
 */
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
            placeholder={placeholder ?? t('respond.pricePlaceholder')}
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

/** Select of a currency, with two currencies as segments beside it. */
function SuggestedCurrencies({
  suggested,
  ...props
}: CurrencyProps & Required<Pick<AmountFieldProps, 'suggested'>>) {
  const { t } = useFormats()
  const isSuggested = suggested.some(({ code }) => code === props.currency)
  return (
    <JoinedSegment moreWord={isSuggested && t('common.more')}>
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

type Amounts = { from: string; to: string; currency: string }
type AmountRangeProps = {
  label: string
  /** Names of the inputs "from" and "to" for screen readers. */
  ends: { from: string; to: string }
  errors?: Record<string, string>
  amounts: Amounts
  onChange: (part: Partial<Amounts>) => void
}

/**
 * Inputs for the two ends of a price range and their currency, in one line. The second input is invalid if its amount
 * is less than the first.
 */
export function AmountRange({ label, ends, errors = {}, amounts, onChange }: AmountRangeProps) {
  const { t } = useFormats()
  const to = useRef<HTMLInputElement>(null)
  const [low, high] = [parseAmount(amounts.from), parseAmount(amounts.to)]
  useEffect(() => {
    to.current?.setCustomValidity(low !== null && high !== null && low > high ? 'range' : '')
  }, [low, high])
  return (
    <FieldGroup label={label} error={errors.from ?? errors.to}>
      <RangeRow>
        {(['from', 'to'] as const).map((end) => (
          <Input
            {...amountInput}
            key={end}
            ref={end === 'to' ? to : undefined}
            name={end}
            aria-label={ends[end]}
            aria-invalid={errors[end] ? true : undefined}
            placeholder={t(`filters.${end}`)}
            value={amounts[end]}
            onChange={(event) => onChange({ [end]: event.target.value })}
          />
        ))}
        <CurrencySelect currency={amounts.currency} onCurrency={(currency) => onChange({ currency })} />
      </RangeRow>
    </FieldGroup>
  )
}
