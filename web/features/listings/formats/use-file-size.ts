import { numberFormat } from '#contract/formats.ts'
import { useTranslation } from '#web/client/use-translation.ts'

/** Returns a function that formats a size in bytes, such as «840 КБ» or «1,6 МБ». */
export function useFileSize(): (bytes: number) => string {
  const { language } = useTranslation()
  return (bytes) => {
    const [unit, amount] =
      bytes < 1024 * 1024
        ? (['kilobyte', Math.max(1, bytes / 1024)] as const)
        : (['megabyte', bytes / 1024 / 1024] as const)
    return numberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount)
  }
}
