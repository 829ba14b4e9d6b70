import type { LucideIcon } from 'lucide-react'
import { numberFormat } from '#contract/formats.ts'
import { useTranslation } from '#web/client/use-translation.ts'

/** One figure of a record: what it is, and what it follows from. */
export type Figure = { icon: LucideIcon; value: string; note: string; how: string }

/** How all of them are counted: from what, and by which rules. */
export type Counting = { basis: string; rules: string[] }

/** Shares and spans of time as figures of a record say them. */
export function useFigures() {
  const { t, language } = useTranslation()
  return {
    t,
    /** «67 %» */
    percent: (hundredths: number) =>
      numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(hundredths / 100),
    /** «20 минут», «3 часа», «2 дня» */
    duration(minutes: number) {
      const [unit, amount] =
        minutes < 90
          ? (['minute', minutes] as const)
          : minutes < 36 * 60
            ? (['hour', minutes / 60] as const)
            : (['day', minutes / (24 * 60)] as const)
      const whole = { unitDisplay: 'long', maximumFractionDigits: 0 } as const
      return numberFormat(language, { style: 'unit', unit, ...whole }).format(Math.max(1, amount))
    },
  }
}
