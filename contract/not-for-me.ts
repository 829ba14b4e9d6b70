/** Reasons that a person can give for hiding an order; the texts are `bot.order.not_me.<reason>`. */
export const notForMeReasons = ['topic', 'price', 'term', 'author', 'busy'] as const
export type NotForMeReason = (typeof notForMeReasons)[number]
