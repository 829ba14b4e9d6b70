import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input, Joined, JoinedChoice } from '#web/ui/input.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Select } from '#web/ui/select.tsx'
import { currencies } from './queries.ts'
import { useFormats } from './use-formats.ts'

/** How an amount may be typed: digits with spaces, at most two decimals. */
export const amountInput = { inputMode: 'decimal', pattern: '[\\d\\s]{1,13}([.,]\\d{1,2})?' } as const

type CurrencyProps = {
  /** The id of a currency, or its code where `byCode`. */
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
  /** Currencies, by code, that are one tap away; all others stay in the list. */
  near?: { code: string; symbol: string }[]

  label: string
  name: string
  error?: string
  hint?: ReactNode
  placeholder?: string
  value: string
  onValue: (value: string) => void
}

/** One sum with its currency; nothing means "by agreement" unless the placeholder says otherwise. */
export function AmountField({
  label,
  name,
  error,
  hint,
  placeholder,
  value,
  onValue,
  near,
  ...currency
}: AmountFieldProps) {
  const { t } = useFormats()
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <Joined>
          <Input
            {...control}
            {...amountInput}
            name={name}
            placeholder={placeholder ?? t('card.priceNone')}
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
          {near ? <NearCurrencies near={near} {...currency} /> : <CurrencySelect {...currency} />}
        </Joined>
      )}
    </Field>
  )
}

/** Two currencies as segments; beside them the list of all, which names its choice when it is neither. */
function NearCurrencies({ near, ...props }: CurrencyProps & Required<Pick<AmountFieldProps, 'near'>>) {
  const { t } = useFormats()
  const isNear = near.some(({ code }) => code === props.currency)
  return (
    <JoinedChoice isFolded={isNear}>
      <Segment
        small
        label={t('common.currency')}
        value={props.currency}
        onChange={props.onCurrency}
        options={near.map(({ code, symbol }) => ({ value: code, label: symbol || code }))}
      />
      <CurrencySelect {...props} />
    </JoinedChoice>
  )
}
