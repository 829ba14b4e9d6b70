/** How many there are; capped: more than are counted. */
export type Total = { total: number; is_capped: boolean }

export const shownTotal = (found: Total | undefined) => found && `${found.total}${found.is_capped ? '+' : ''}`

/** For a text: `count` chooses its form, `shown` stands in it; none while the answer is on its way. */
export const countedIn = (found: Total = { total: 0, is_capped: false }) => ({
  count: found.total,
  shown: shownTotal(found),
})
