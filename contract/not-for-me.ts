/** Reasons to hide an order; texts `bot.order.not_me.<reason>`. */
export const notForMeReasons = ['topic', 'price', 'term', 'author', 'busy'] as const
export type NotForMeReason = (typeof notForMeReasons)[number]
