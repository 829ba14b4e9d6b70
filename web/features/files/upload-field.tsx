import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { useFileSize } from '#web/features/listings/formats/use-file-size.ts'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { acceptAttributeOf } from './accepted.ts'
import { UploadRow } from './upload-row.tsx'
import type { Uploads } from './uploads.ts'
import { useAddFiles } from './use-add-files.ts'

type UploadFieldProps = {
  uploads: Uploads
  title?: string
  note?: string
}

/**
 * Files of a form, with a file picker until the maximum is reached. The text areas `rest` and `errors` must be loaded.
 */
export function UploadField({ uploads, title, note }: UploadFieldProps) {
  const { t } = useTranslation()
  const fileSize = useFileSize()
  const filesLeft = uploads.max - uploads.items.length
  const addFiles = useAddFiles(uploads)
  return (
    <div className="stack stack-2">
      {uploads.items.map((item) => (
        <UploadRow
          key={item.key}
          item={item}
          onRemove={() => uploads.remove(item.key)}
          onRetry={() => uploads.retry(item.key)}
        />
      ))}
      {filesLeft > 0 && (
        <FilePicker
          multiple={filesLeft > 1}
          accept={acceptAttributeOf(uploads.formats)}
          title={title ?? t(filesLeft > 1 ? 'upload.addSeveral' : 'upload.add')}
          note={note ?? t('upload.hint', { size: fileSize(limits.files.bytes) })}
          onPick={addFiles}
        />
      )}
    </div>
  )
}
