import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { useUploads } from '#web/features/files/use-uploads.ts'
import { showToast } from '#web/ui/overlays.ts'

/** Work samples of a response. A failed upload blocks sending until it is retried or removed. */
export function useResponseFiles() {
  const { t } = useTranslation()
  const uploads = useUploads({ max: limits.files.inResponseForm })
  const checkFiles = (): boolean => {
    const isComplete = uploads.items.every(({ error }) => !error)
    if (!isComplete) showToast({ text: t('respond.files.failed'), tone: 'bad' })
    return isComplete
  }
  return { uploads, check: checkFiles }
}
