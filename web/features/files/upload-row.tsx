import { X } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { useFileSize } from '#web/features/listings/formats/use-file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { FileRow } from '#web/ui/file-row.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { formatOf } from './accepted.ts'
import { useFileErrorText } from './refusal-words.ts'
import { isUploading, type UploadItem } from './uploads.ts'

type UploadRowProps = {
  item: UploadItem
  /** Callback of the "remove" button. It is undefined if the file can no longer be removed. */
  onRemove: (() => void) | undefined
  onRetry: () => void
}

/** A file of a form or of an outgoing message, with the buttons "retry" and "remove". */
export function UploadRow({ item, onRemove, onRetry }: UploadRowProps) {
  const { t } = useTranslation()
  const note = useUploadNote()
  const isSending = isUploading(item)
  const uploadedShare = item.progress
  return (
    <FileRow
      name={item.name}
      sign={formatOf(item.name)}
      preview={item.preview}
      failed={item.error !== null}
      note={note(item)}
      progress={
        isSending
          ? { share: uploadedShare, label: t('a11y.progress', { percent: Math.round(uploadedShare * 100) }) }
          : undefined
      }
      end={
        <>
          {item.error?.isTemporary && (
            <Button
              small
              variant="soft"
              aria-label={t('upload.retry', { name: item.name })}
              onClick={onRetry}
            >
              {t('common.retry')}
            </Button>
          )}
          {onRemove && (
            <IconButton
              icon={X}
              label={`${t(isSending ? 'upload.cancel' : 'upload.remove')}: ${item.name}`}
              onClick={onRemove}
            />
          )}
        </>
      }
    />
  )
}

/** Returns the size of a file, or the error of its upload. */
export function useUploadNote() {
  const { t } = useTranslation()
  const fileSize = useFileSize()
  const words = useFileErrorText()
  return ({ error, size, is_lost }: UploadItem): string => {
    if (!error) return fileSize(size)
    return is_lost ? t('upload.lost') : words(error)
  }
}
