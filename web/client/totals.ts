/** Total of a list; `is_capped` means more than were counted. */
export type Total = { total: number; is_capped: boolean }

export const formatTotal = (found: Total | undefined) =>
  found && `${found.total}${found.is_capped ? '+' : ''}`

/** Values for a text: `count` selects the plural form, `shown` is displayed. Zero while loading. */
export const totalValues = (found: Total = { total: 0, is_capped: false }) => ({
  count: found.total,
  shown: formatTotal(found),
})
