import { useTranslation } from '#web/client/use-translation.ts'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { acceptOf } from './accepted.ts'
import { UploadRow } from './upload-row.tsx'
import type { useUploads } from './use-uploads.ts'

type UploadFieldProps = {
  uploads: ReturnType<typeof useUploads>
  title?: string
  note?: string
}

/** The files of a form and, while there is room, the row that adds more. Needs the texts `rest` and `errors`. */
export function UploadField({ uploads, title, note }: UploadFieldProps) {
  const { t } = useTranslation()
  const room = uploads.max - uploads.items.length
  const add = (files: File[]) => {
    const left = uploads.add(files)
    if (left > 0) showToast({ text: t('upload.tooMany', { max: uploads.max }), tone: 'bad' })
  }
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
      {room > 0 && (
        <FilePicker
          multiple={room > 1}
          accept={acceptOf(uploads.formats)}
          title={title ?? t('upload.add')}
          note={note ?? t('upload.hint')}
          onPick={add}
        />
      )}
    </div>
  )
}
