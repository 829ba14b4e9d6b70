import { useQuery } from '@tanstack/react-query'
import { query } from '#web/client/query.ts'
import { convert } from '#web/features/listings/formats/money.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { currencies } from '#web/features/listings/queries.ts'
import styles from './market-range.module.css'

type MarketRangeProps = {
  category_id: number
  /** The typed price in the currency `code`. `null` if the field is empty. */
  price: number | null
  code: string
  /** Content shown below the price range. */
  children?: React.ReactNode
}

/** Bar with the usual price range of a category, and a marker for the typed price. */
export function MarketRange({ category_id, price, code, children }: MarketRangeProps) {
  const { t, span } = useFormats()
  const { data: currencyList } = useQuery(currencies())
  const { data } = useQuery({
    ...query('GET /api/categories/:id/prices', { params: { id: category_id } }),
    staleTime: 60 * 60_000,
  })
  const figures = data?.figures
  const rouble = currencyList?.find((one) => one.code === 'RUB')
  const typedCurrency = currencyList?.find((one) => one.code === code)
  if (!figures || !rouble) return null
  const { low, middle, high } = figures
  const amount =
    price !== null && typedCurrency
      ? typedCurrency.id === rouble.id
        ? price
        : convert(price, typedCurrency, rouble)
      : null
  // The middle half of the usual prices, from `low` to `high`, covers the middle half of the bar.
  const width = Math.max(high - low, low * 0.2)
  const barPosition = (value: number) => `${Math.min(100, Math.max(0, 25 + (50 * (value - low)) / width))}%`
  const position = amount === null ? null : amount < low ? 'below' : amount > high ? 'above' : 'between'
  return (
    <div className={styles.range}>
      <div className={styles.bar} aria-hidden="true">
        <span className={styles.usual} />
        <span className={styles.middle} style={{ left: barPosition(middle) }} />
        {amount !== null && <span className={styles.own} style={{ left: barPosition(amount) }} />}
      </div>
      <p>
        {t('market.usual')} <b>{span(low, high, rouble)}</b>
        {position && `, ${t(`market.${position}`)}`}. {children}
      </p>
    </div>
  )
}
