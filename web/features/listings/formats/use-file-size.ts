import { numberFormat } from '#contract/formats.ts'
import { useTranslation } from '#web/client/use-translation.ts'

/** Returns a function that formats a size in bytes, such as «840 КБ» or «1,6 МБ». The text area `rest` must be loaded. */
export function useFileSize(): (bytes: number) => string {
  const { t, language } = useTranslation()
  const round = (amount: number, maximumFractionDigits: number) =>
    numberFormat(language, { maximumFractionDigits }).format(amount)
  return (bytes) =>
    bytes < 1024 * 1024
      ? t('upload.kb', { amount: round(Math.max(1, bytes / 1024), 0) })
      : t('upload.mb', { amount: round(bytes / 1024 / 1024, 1) })
}
