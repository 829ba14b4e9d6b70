/** Number of items in a list. `is_capped` means that the list has more items than were counted. */
export type Total = { total: number; is_capped: boolean }

export const formatTotal = (total: Total | undefined) =>
  total && `${total.total}${total.is_capped ? '+' : ''}`

/** Values for a text: `count` selects the plural form, `shown` is displayed. Zero while loading. */
export const totalValues = (total: Total = { total: 0, is_capped: false }) => ({
  count: total.total,
  shown: formatTotal(total),
})
