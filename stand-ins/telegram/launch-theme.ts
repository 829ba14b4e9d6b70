import type { Profile } from './profiles.ts'
import type { Theme } from './themes.ts'

type Params = Record<string, string>

/** Theme colours in the format of the launched client. */
export function themeFor(profile: Profile, theme: Theme): Params {
  if (profile.theme === 'alpha') return mapColors(theme.params, (colour) => `${colour}ff`)
  return profile.theme === 'odd' ? addAnomalies(theme.params) : theme.params
}

const mapColors = (params: Params, convert: (colour: string) => string): Params =>
  Object.fromEntries(Object.entries(params).map(([key, colour]) => [key, convert(colour)]))

/** Theme colours with anomalies: all are upper-case, one is short, one transparent, one invalid and one missing. */
function addAnomalies(params: Params): Params {
  const { accent_text_color: _, ...rest } = mapColors(params, (colour) => colour.toUpperCase())
  const { bg_color = '', secondary_bg_color } = rest
  return {
    ...rest,
    bg_color: bg_color.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3'),
    secondary_bg_color: `${secondary_bg_color}F0`,
    link_color: 'rgba(0, 0, 0, nope)',
  }
}
