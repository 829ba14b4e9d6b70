import type { ThemeParams } from './theme.ts'

/**
 * Converts a colour to `#rrggbb`. Telegram Web A and Web K append the alpha channel, old Android clients send a number.
 */
function color(value: unknown): string | undefined {
  if (typeof value === 'number') return `#${(value & 0xffffff).toString(16).padStart(6, '0')}`
  if (typeof value !== 'string') return undefined
  const hexDigits = /^#([\da-f]{6})(?:[\da-f]{2})?$/i.exec(value)?.[1]
  if (hexDigits) return `#${hexDigits.toLowerCase()}`
  const shortDigits = /^#([\da-f]{3})[\da-f]?$/i.exec(value)?.[1]
  return shortDigits && `#${[...shortDigits.toLowerCase()].map((digit) => digit + digit).join('')}`
}

/** Returns the valid colours of a theme. */
export function cleanTheme(params: unknown): ThemeParams {
  const entries = Object.entries(params && typeof params === 'object' ? params : {})
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const clean = color(value)
      return clean ? [[name, clean] as const] : []
    }),
  )
}

export function parseTheme(json: string | null): ThemeParams {
  try {
    return cleanTheme(JSON.parse(json ?? '{}'))
  } catch {
    return {}
  }
}
