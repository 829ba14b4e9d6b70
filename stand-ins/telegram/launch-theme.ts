import type { Profile } from './profiles.ts'
import type { Theme } from './themes.ts'

type Params = Record<string, string>

/** Theme colours as this client writes them. */
export function themeFor(profile: Profile, theme: Theme): Params {
  if (profile.theme === 'alpha') return mapped(theme.params, (colour) => `${colour}ff`)
  return profile.theme === 'odd' ? odd(theme.params) : theme.params
}

const mapped = (params: Params, write: (colour: string) => string): Params =>
  Object.fromEntries(Object.entries(params).map(([key, colour]) => [key, write(colour)]))

/** The same colours in upper case, one of them short, one transparent, one of them no colour and one not there. */
function odd(params: Params): Params {
  const { accent_text_color: _, ...rest } = mapped(params, (colour) => colour.toUpperCase())
  const { bg_color = '', secondary_bg_color } = rest
  return {
    ...rest,
    bg_color: bg_color.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3'),
    secondary_bg_color: `${secondary_bg_color}F0`,
    link_color: 'rgba(0, 0, 0, nope)',
  }
}
