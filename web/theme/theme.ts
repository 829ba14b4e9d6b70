import { contrast, ensureContrast, isDark, mix } from './colors.ts'

/** Telegram's theme parameters as `#rrggbb`. Any of them may be missing. */
export type ThemeParams = Partial<Record<string, string>>

const gold = '#ffc53d'
/** Colours that Telegram's themes do not define. `bad` is used only if the theme has no destructive colour. */
const hues = {
  light: { good: '#1f9d55', warn: '#d97706', boost: '#7a4d00', bad: '#e53935', toast: '#26272b' },
  dark: { good: '#4ade80', warn: '#fbbf24', boost: '#ffd666', bad: '#ff6961', toast: '#4a4b50' },
}
/** Share of the second colour in each mixed colour, 0 to 1. */
const shares = {
  light: { fill: 0.055, fill2: 0.1, line: 0.11, soft: 0.11, accentSoft: 0.11, boostSoft: 0.3, bubble: 0.18 },
  dark: { fill: 0.09, fill2: 0.15, line: 0.13, soft: 0.14, accentSoft: 0.25, boostSoft: 0.17, bubble: 0.28 },
}

function surfaces(params: ThemeParams) {
  const background = params.bg_color ?? '#ffffff'
  const scheme = isDark(background) ? ('dark' as const) : ('light' as const)
  const rawText = params.text_color ?? (scheme === 'dark' ? '#ffffff' : '#000000')
  const card = params.section_bg_color ?? background
  const secondaryBackground = params.secondary_bg_color ?? mix(background, rawText, 0.06)
  const sectionBackground = scheme === 'dark' ? mix(card, '#000000', 0.3) : mix(card, rawText, 0.06)
  const page = contrast(secondaryBackground, card) < 1.03 ? sectionBackground : secondaryBackground
  return { scheme, card, page, text: ensureContrast(rawText, [card, page], 7) }
}

/**
 * Derives the product's colours from Telegram's theme. Hues are kept; lightness is corrected until text
 * reaches 4.5:1 and icons 3:1 on every surface. The background's luminance decides between light and dark,
 * because clients report the scheme unreliably.
 */
export function deriveTheme(params: ThemeParams) {
  const { scheme, card, page, text } = surfaces(params)
  const hue = hues[scheme]
  const sharesOfScheme = shares[scheme]
  const tone = (color: string, share = sharesOfScheme.soft): [string, string] => {
    const soft = mix(card, color, share)
    return [ensureContrast(color, [card, page, soft]), soft]
  }
  const rawAccent = params.accent_text_color ?? params.link_color ?? '#2481cc'
  const onAccent = params.button_text_color ?? '#ffffff'
  const accentFill = ensureContrast(params.button_color ?? rawAccent, [onAccent])
  const [accent, accentSoft] = tone(rawAccent, sharesOfScheme.accentSoft)
  const [good, goodSoft] = tone(hue.good)
  const [warn, warnSoft] = tone(hue.warn)
  const [bad, badSoft] = tone(params.destructive_text_color ?? hue.bad)
  const boostSoft = mix(card, gold, sharesOfScheme.boostSoft)
  const fillColor = mix(card, text, sharesOfScheme.fill)
  const sunkenBackground = mix(page, text, 0.07)
  const bubble = mix(card, accentFill, sharesOfScheme.bubble)
  const grounds = [sunkenBackground, fillColor, bubble, accentSoft, goodSoft, warnSoft, badSoft, boostSoft]
  return {
    scheme,
    colors: {
      page,
      sunken: sunkenBackground,
      card,
      fill: fillColor,
      'fill-2': mix(card, text, sharesOfScheme.fill2),
      line: mix(card, text, sharesOfScheme.line),
      text,
      muted: ensureContrast(mix(card, text, 0.62), [card, page, ...grounds]),
      faint: ensureContrast(mix(card, text, 0.42), [card, page], 3),
      accent,
      'accent-soft': accentSoft,
      'accent-fill': accentFill,
      'on-accent': onAccent,
      good,
      'good-soft': goodSoft,
      warn,
      'warn-soft': warnSoft,
      bad,
      'bad-soft': badSoft,
      'bad-fill': ensureContrast(params.destructive_text_color ?? '#e53935', ['#ffffff']),
      boost: ensureContrast(hue.boost, [card, page, boostSoft]),
      'boost-soft': boostSoft,
      bubble,
      toast: hue.toast,
    },
  }
}

export type Theme = ReturnType<typeof deriveTheme>

/** Writes the colours of a theme to the document: `--c-*` and `data-scheme` on the root element. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  for (const [name, color] of Object.entries(theme.colors)) root.style.setProperty(`--c-${name}`, color)
  root.dataset.scheme = theme.scheme
}
