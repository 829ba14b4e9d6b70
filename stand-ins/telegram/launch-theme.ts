import type { Profile } from './profiles.ts'
import type { Theme } from './themes.ts'

/** Theme colours as this client writes them. */
export function themeFor(profile: Profile, theme: Theme): Record<string, string> {
  const suffix = profile.alpha_colors ? 'ff' : ''
  return Object.fromEntries(Object.entries(theme.params).map(([key, value]) => [key, value + suffix]))
}
