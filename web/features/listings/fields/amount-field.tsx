import { useQuery } from '@tanstack/react-query'
import {
  type ChangeEvent,
  type ComponentProps,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import {
  amountPattern,
  groupDigits,
  readGrouped,
  withoutGroups,
} from '#web/features/listings/formats/grouped-amounts.ts'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { currencies } from '#web/features/listings/queries.ts'
import { Field, FieldGroup } from '#web/ui/field.tsx'
import { Input, JoinedControls, JoinedSegment, JoinedUnit, RangeRow } from '#web/ui/input.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Select } from '#web/ui/select.tsx'

type AmountInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> & {
  value: string
  onValue: (value: string) => void
  /** True if the amount cannot be sent, because of another field. */
  isRefused?: boolean
}

/** Input for an amount that groups the digits while they are typed. Its value has no groups. */
function AmountInput({ value, onValue, isRefused = false, ...rest }: AmountInputProps) {
  const { language } = useFormats()
  const field = useRef<HTMLInputElement>(null)
  /** Number of signs before the caret, without those between groups. The browser loses the caret when groups change. */
  const caret = useRef<number | null>(null)
  const shown = groupDigits(language, value)
  useLayoutEffect(() => {
    if (caret.current === null) return
    let place = 0
    while (withoutGroups(language, shown.slice(0, place)).length < caret.current && place < shown.length)
      place++
    caret.current = null
    field.current?.setSelectionRange(place, place)
  })
  useEffect(() => field.current?.setCustomValidity(isRefused ? 'range' : ''), [isRefused])
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { data, inputType } = nativeEvent as InputEvent
    const typed = data ?? (inputType === 'insertFromPaste' ? target.value : '')
    const place = withoutGroups(language, target.value.slice(0, target.selectionStart ?? undefined)).length
    const amount = readGrouped(language, target.value, typed)
    // A person who deletes the sign between two groups wants to delete the digit before it.
    const isGroupDeleted = amount === value && inputType === 'deleteContentBackward'
    caret.current = isGroupDeleted ? place - 1 : place
    onValue(isGroupDeleted ? amount.slice(0, place - 1) + amount.slice(place) : amount)
  }
  return (
    <Input
      {...rest}
      ref={field}
      inputMode="decimal"
      pattern={amountPattern(language)}
      value={shown}
      onChange={change}
    />
  )
}

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

/** The currency is chosen in the field, or it is fixed and only its symbol is shown. */
type FieldCurrency = (CurrencyProps & { symbol?: never }) | { symbol: string }

type AmountFieldProps = FieldCurrency & {
  /** Currencies that are shown as segments beside the select, for quick access. */
  suggested?: { code: string; symbol: string }[]

  label: string
  name: string
  required?: boolean
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
  required,
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
    <Field label={label} required={required} error={error} hint={hint}>
      {(control) => (
        <JoinedControls>
          <AmountInput
            {...control}
            name={name}
            placeholder={placeholder ?? t('respond.pricePlaceholder')}
            value={value}
            onValue={onValue}
          />
          {currency.symbol !== undefined ? (
            <JoinedUnit>{currency.symbol}</JoinedUnit>
          ) : suggested ? (
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
  const [low, high] = [parseAmount(amounts.from), parseAmount(amounts.to)]
  const isReversed = low !== null && high !== null && low > high
  return (
    <FieldGroup label={label} error={errors.from ?? errors.to}>
      <RangeRow>
        {(['from', 'to'] as const).map((end) => (
          <AmountInput
            key={end}
            isRefused={end === 'to' && isReversed}
            name={end}
            aria-label={ends[end]}
            aria-invalid={errors[end] ? true : undefined}
            placeholder={t(`filters.${end}`)}
            value={amounts[end]}
            onValue={(value) => onChange({ [end]: value })}
          />
        ))}
        <CurrencySelect currency={amounts.currency} onCurrency={(currency) => onChange({ currency })} />
      </RangeRow>
    </FieldGroup>
  )
}
