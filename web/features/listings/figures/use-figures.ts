import type { LucideIcon } from 'lucide-react'
import { numberFormat } from '#contract/formats.ts'
import { useTranslation } from '#web/client/use-translation.ts'

/** One statistic: value, label and explanation. */
export type Figure = { icon: LucideIcon; value: string; note: string; how: string }

/** Explains the basis of all figures and the rule for showing them. `formula` is shown on request. */
export type FigureRules = { basis: string; rule: string; formula: string }

/** Functions that format percentages and durations in statistics. */
export function useFigureFormats() {
  const { t, language } = useTranslation()
  return {
    t,
    /** Formats a share as a percentage, such as «67 %». */
    percent: (percentage: number) =>
      numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(percentage / 100),
    /** Formats a duration, such as «20 минут», «3 часа», «2 дня». */
    duration(minutes: number) {
      const [unit, amount] =
        minutes < 90
          ? (['minute', minutes] as const)
          : minutes < 36 * 60
            ? (['hour', minutes / 60] as const)
            : (['day', minutes / (24 * 60)] as const)
      const roundingOptions = { unitDisplay: 'long', maximumFractionDigits: 0 } as const
      return numberFormat(language, { style: 'unit', unit, ...roundingOptions }).format(Math.max(1, amount))
    },
  }
}
