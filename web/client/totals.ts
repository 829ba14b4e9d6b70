/** Number of items in a list. `is_capped` means that the list has more items than were counted. */
export type Total = { total: number; is_capped: boolean }

export const formatTotal = (total: Total | undefined) =>
  total && `${total.total}${total.is_capped ? '+' : ''}`

/**
 * Returns the values for a text about a total: `count` selects the plural form, `shown` is displayed. The total is zero
 * while it loads.
 */
export const totalValues = (total: Total = { total: 0, is_capped: false }) => ({
  count: total.total,
  shown: formatTotal(total),
})
