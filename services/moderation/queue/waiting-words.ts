import { numberFormat } from '#contract/formats.ts'
import type { Language } from '#contract/languages.ts'

const minute = 60_000

/** A duration in the reader's language: «2 ч 10 мин». */
export function durationText(ms: number, language: Language): string {
  const minutes = Math.max(1, Math.floor(ms / minute))
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return unit(days, 'day', language)
  if (hours === 0) return unit(minutes, 'minute', language)
  const rest = minutes % 60
  return rest === 0
    ? unit(hours, 'hour', language)
    : `${unit(hours, 'hour', language)} ${unit(rest, 'minute', language)}`
}

function unit(value: number, name: 'day' | 'hour' | 'minute', language: Language): string {
  return numberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
}
