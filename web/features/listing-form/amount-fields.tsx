import { useQuery } from '@tanstack/react-query'
import { currencies } from '#web/features/listings/queries.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { Field } from '#web/ui/field.tsx'
import { Input, Joined } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'

/** How an amount may be typed: digits with spaces, at most two decimals. */
export const amountInput = { inputMode: 'decimal', pattern: '[\\d\\s]{1,13}([.,]\\d{1,2})?' } as const

type CurrencyProps = { currency: string; onCurrency: (id: string) => void }

export function CurrencySelect({ currency, onCurrency }: CurrencyProps) {
  const { t } = useFormats()
  const list = useQuery(currencies())
  return (
    <Select
      aria-label={t('create.currency')}
      options={(list.data ?? []).map(({ id, symbol, code }) => ({
        value: String(id),
        label: symbol || code,
      }))}
      value={currency}
      onChange={(event) => onCurrency(event.target.value)}
    />
  )
}

type AmountFieldProps = CurrencyProps & {
  label: string
  name: string
  error?: string
  value: string
  onValue: (value: string) => void
}

/** One sum with its currency; nothing means "by agreement". */
export function AmountField({ label, name, error, value, onValue, ...currency }: AmountFieldProps) {
  const { t } = useFormats()
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Joined>
          <Input
            {...control}
            {...amountInput}
            name={name}
            placeholder={t('card.priceNone')}
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
          <CurrencySelect {...currency} />
        </Joined>
      )}
    </Field>
  )
}
