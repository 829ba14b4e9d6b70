import { X } from 'lucide-react'
import { UploadRow } from '#web/features/files/upload-row.tsx'
import { isUploading, type UploadItem, type Uploads } from '#web/features/files/uploads.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { cx } from '#web/ui/class-names.ts'
import styles from './bubble.module.css'
import { PhotoImage } from './screenshot.tsx'
import shots from './shots.module.css'

type OutgoingFilesProps = {
  uploads: Uploads
  onRemove: (key: string) => void
  onRetry: () => void
}

/** True for a photo shown as a tile; a failed upload becomes a row. */
export const isPhotoTile = ({ preview, error }: UploadItem) => preview !== null && !error

/** Files of an outgoing message: photos as tiles, documents and failed uploads as rows. */
export function OutgoingFiles({ uploads, onRemove, onRetry }: OutgoingFilesProps) {
  const { items } = uploads
  const photos = items.filter(isPhotoTile)
  return (
    <>
      {photos.length > 0 && (
        <div className={shots.shots}>
          {photos.map((item) => (
            <OutgoingShot key={item.key} item={item} onCancel={() => onRemove(item.key)} />
          ))}
        </div>
      )}
      {items
        .filter((item) => !isPhotoTile(item))
        .map((item) => (
          <div key={item.key} className={cx(styles.file, item.error && styles.bad)}>
            <UploadRow
              item={item}
              onRetry={onRetry}
              // A file can be removed during its upload. A failure that can be retried shows the retry button
              // instead.
              onRemove={item.stored || item.error?.isTemporary ? undefined : () => onRemove(item.key)}
            />
          </div>
        ))}
    </>
  )
}

function OutgoingShot({ item, onCancel }: { item: UploadItem; onCancel: () => void }) {
  const { t, fileSize } = useFormats()
  const { name, size, progress, preview } = item
  const isSending = isUploading(item)
  const percent = Math.round(progress * 100)
  return (
    <div className={cx(shots.tile, isSending && shots.sending)}>
      <PhotoImage src={preview ?? ''} />
      {isSending && (
        <>
          <button
            type="button"
            className={shots.cancel}
            aria-label={`${t('upload.cancel')}: ${name}`}
            onClick={onCancel}
          >
            <svg
              className={shots.ring}
              viewBox="0 0 42 42"
              role="progressbar"
              aria-label={t('a11y.progress', { percent })}
              aria-valuenow={percent}
            >
              <circle cx="21" cy="21" r="18" />
              <circle cx="21" cy="21" r="18" pathLength="100" strokeDasharray={`${percent} 100`} />
            </svg>
            <X />
          </button>
          <span className={cx(shots.amount, 'num')} aria-hidden="true">
            {t('chat.shot.part', { sent: fileSize(progress * size), size: fileSize(size) })}
          </span>
        </>
      )}
    </div>
  )
}
