/** Limits that the mini-app needs for its frame and first screen. It loads all other limits later. */

export const search = { max: 200 } as const
export const collection = { size: 20 } as const // §9: number of cards in a personal collection
export const shown = { count: 100, gatherMs: 5000 } as const // number of seen cards that are reported at once
export const loader = { ms: 1500 } as const // §9: shortest time for which the start overlay is shown
export const payButton = { ms: 1000 } as const // §9: shortest time for which the pay button shows that it works
export const avatarFallback = { ms: 600 } as const // §9: time after which initials stand in for a profile picture
export const patience = { ms: 8000 } as const // time without an answer after which a person may cancel
export const toast = { ms: 2000 } as const // §9: time for which a toast is shown
export const sheet = { dragPx: 100, closeMs: 200 } as const // §9: distance that closes a dragged sheet; its animation
export const tooltip = { ms: 700, skipMs: 300 } as const // §9: delay of a tooltip; none within `skipMs` of the last one
