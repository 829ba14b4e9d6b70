/** Why an order does not suit the freelancer who was told of it; words `bot.order.not_me.<reason>`. */
export const notForMeReasons = ['topic', 'price', 'term', 'author', 'busy'] as const
export type NotForMeReason = (typeof notForMeReasons)[number]
