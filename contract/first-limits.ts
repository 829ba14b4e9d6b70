/** Limits that the mini-app needs for its frame and first screen. The app loads all other limits later. */

export const search = { max: 200 } as const
export const collection = { size: 20 } as const // §9: cards of a personal collection
export const shownCards = { count: 100, gatherMs: 5000 } as const // cards seen on screen, reported in batches
export const loader = { ms: 1500 } as const // §9: shortest time of the start overlay
export const payButton = { ms: 1000 } as const // §9: shortest time for which the button shows that it works
export const avatarFallback = { ms: 600 } as const // §9: then initials stand in for the picture
export const cancelDelay = { ms: 8000 } as const // without an answer; then the person may cancel
export const toast = { ms: 2000 } as const // §9: time for which a toast is shown
export const sheet = { dragPx: 100, closeMs: 200 } as const // §9: distance that closes a dragged sheet; its animation
export const tooltip = { ms: 700, skipMs: 300 } as const // §9: delay of a tooltip; none if another was shown within `skipMs`
