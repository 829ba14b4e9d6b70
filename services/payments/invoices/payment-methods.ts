import type { Config } from '#services/core/config/config.ts'

/** Methods by which a payment is made: Robokassa or Telegram's Stars. */
export type Rail = 'robokassa' | 'stars'

/** Telegram clients from app stores. Digital goods must be paid in Stars there (Telegram's terms, 6.2). */
const storePlatforms = ['ios', 'android', 'android_x', 'macos']

export function chooseRail({ PAYMENTS_POLICY }: Config, platform: string | undefined): Rail {
  const isStore = platform !== undefined && storePlatforms.includes(platform)
  return PAYMENTS_POLICY === 'store-safe' && isStore ? 'stars' : 'robokassa'
}

/** Price in whole Stars, rounded up and at least 1. */
export function toStars({ STAR_KOPECKS }: Config, kopecks: number): number {
  return Math.max(1, Math.ceil(kopecks / STAR_KOPECKS))
}
