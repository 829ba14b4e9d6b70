import { limits } from '#contract/limits.ts'
import type { ApiError } from '#web/client/http/http.ts'
import { errorText } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { useFileSize } from '#web/features/listings/formats/use-file-size.ts'

/** Returns a function that explains why a file is rejected, and names its format and those that fit. */
export function useFileErrorText(): (error: ApiError) => string {
  const { t } = useTranslation()
  const fileSize = useFileSize()
  return (error) => {
    if (error.code === 'offline') return t('upload.failed')
    if (error.code === 'too_large') return t('upload.tooLarge', { size: fileSize(limits.files.bytes) })
    const { format, fitting } = (error.code === 'unsupported_type' && error.details) || {}
    const refusalText = format ? t('upload.wrongType', { format: String(format) }) : errorText(error)
    return fitting ? `${refusalText}. ${t('upload.fitting', { formats: String(fitting) })}` : refusalText
  }
}
