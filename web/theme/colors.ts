/**
 * Calculations with colours for the theme. Colours are `#rrggbb`. Lightness is changed in OKLab, which preserves the
 * hue.
 */

type Triple = [number, number, number]

const clamp = (value: number) => Math.min(1, Math.max(0, value))
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const gamma = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)

function rgb(color: string): Triple {
  const digits = color.slice(1)
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const channel = (offset: number) => Number.parseInt(full.slice(offset, offset + 2), 16) / 255
  return [channel(0), channel(2), channel(4)]
}

function hex(channels: Triple): string {
  const pairs = channels.map((value) =>
    Math.round(clamp(value) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${pairs.join('')}`
}

/** Returns the relative luminance (WCAG) of a colour, 0 to 1. */
export function luminance(color: string): number {
  const [r, g, b] = rgb(color).map(linear) as Triple
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the contrast ratio (WCAG) of two luminances, 1 to 21. */
const ratio = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** Returns the contrast ratio (WCAG) of two colours, 1 to 21. */
export const contrast = (one: string, other: string) => ratio(luminance(one), luminance(other))

/** Mixes two colours. `share` is the part of the colour `other`, 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const target = rgb(other)
  return hex(rgb(one).map((value, i) => value + ((target[i] as number) - value) * share) as Triple)
}

function colorToLab(color: string): Triple {
  const [r, g, b] = rgb(color).map(linear) as Triple
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function labToRgb([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** Returns the colour with this lightness and hue. Its chroma is reduced until the colour fits sRGB. */
function displayableColor(lightness: number, a: number, b: number): string {
  for (let chroma = 1; chroma >= 0; chroma -= 0.05) {
    const channels = labToRgb([lightness, a * chroma, b * chroma])
    if (channels.every((value) => value >= -0.002 && value <= 1.002)) return hex(channels)
  }
  return lightness > 0.5 ? '#ffffff' : '#000000'
}

/** True for a background so bright that its text has to be darkened. */
const isLight = (luminance: number) => luminance > 0.18

/** Returns the nearest colour of the same hue that has at least the `minimum` contrast on every background. */
export function ensureContrast(color: string, backgrounds: [string, ...string[]], minimum = 4.5): string {
  // The luminance of the backgrounds is computed only once, because the first paint waits for this function.
  const grounds = backgrounds.map(luminance) as [number, ...number[]]
  const hasContrast = (candidate: string) => {
    const candidateLuminance = luminance(candidate)
    return grounds.every((background) => ratio(candidateLuminance, background) >= minimum)
  }
  if (hasContrast(color)) return color
  const [start, a, b] = colorToLab(color)
  const darker = isLight(grounds[0])
  for (let step = 1; step <= 100; step++) {
    const lightness = darker ? start * (1 - step / 100) : start + (1 - start) * (step / 100)
    const candidate = displayableColor(lightness, a, b)
    if (hasContrast(candidate)) return candidate
  }
  return grounds.every(isLight) ? '#000000' : '#ffffff'
}

export const isDark = (color: string) => luminance(color) < 0.18
