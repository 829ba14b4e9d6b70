import { useTranslation } from '#web/client/use-translation.ts'
import { showToast } from '#web/ui/overlays.ts'
import type { Uploads } from './uploads.ts'

/** Returns a function that adds files, with a toast if there are too many. */
export function useAddFiles(uploads: Uploads): (files: File[]) => void {
  const { t } = useTranslation()
  return (files) => {
    const rejectedCount = uploads.add(files)
    if (rejectedCount > 0) showToast({ text: t('upload.tooMany', { max: uploads.max }), tone: 'bad' })
  }
}
