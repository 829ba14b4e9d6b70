/** How many there are; capped: more than are counted. */
export type Total = { total: number; is_capped: boolean }

export const shownTotal = ({ total, is_capped }: Total) => `${total}${is_capped ? '+' : ''}`

/** For a text: `count` chooses its form, `shown` stands in it. */
export const countedIn = (found: Total) => ({ count: found.total, shown: shownTotal(found) })
