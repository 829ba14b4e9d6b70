import type { Config } from '#services/core/config/config.ts'

/** The ways in which money comes. */
export type Rail = 'robokassa' | 'stars'

/** Clients from a store, where digital goods are paid with Stars alone (Telegram's terms, 6.2). */
const storePlatforms = ['ios', 'android', 'android_x', 'macos']

export function railFor({ PAYMENTS_POLICY }: Config, platform: string | undefined): Rail {
  const isStore = platform !== undefined && storePlatforms.includes(platform)
  return PAYMENTS_POLICY === 'store-safe' && isStore ? 'stars' : 'robokassa'
}

/** What a price in kopecks is in whole Stars, never less. */
export function starsOf({ STAR_KOPECKS }: Config, kopecks: number): number {
  return Math.max(1, Math.ceil(kopecks / STAR_KOPECKS))
}
