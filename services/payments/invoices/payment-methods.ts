import type { Config } from '#services/core/config/config.ts'

/** Ways to pay: by card through Robokassa, or in Telegram Stars. */
export type Rail = 'robokassa' | 'stars'

/**
 * Platforms of Telegram clients that come from app stores. In such clients digital goods must be paid in Stars
 * (Telegram's terms, 6.2).
 */
const storePlatforms = ['ios', 'android', 'android_x', 'macos']

export function chooseRail({ PAYMENTS_POLICY }: Config, platform: string | undefined): Rail {
  const isStore = platform !== undefined && storePlatforms.includes(platform)
  return PAYMENTS_POLICY === 'store-safe' && isStore ? 'stars' : 'robokassa'
}

/** Converts a price to whole Stars, rounded up and at least 1. */
export function toStars({ STAR_KOPECKS }: Config, kopecks: number): number {
  return Math.max(1, Math.ceil(kopecks / STAR_KOPECKS))
}
