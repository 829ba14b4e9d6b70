import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Message } from '#web/features/chat/queries.ts'
import { isExpired } from '#web/features/files/addresses.ts'
import { FileLink } from '#web/features/files/file-link.tsx'
import { usePictureViewer } from '#web/features/files/picture-viewer.tsx'
import { renewFileUrls } from '#web/features/files/renew-addresses.ts'
import { UploadRow } from '#web/features/files/upload-row.tsx'
import { isUploading, type UploadItem, type Uploads } from '#web/features/files/uploads.ts'
import { useFileSize } from '#web/features/listings/formats/use-file-size.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { cx } from '#web/ui/class-names.ts'
import { FileRow } from '#web/ui/file-row.tsx'
import styles from './bubble.module.css'
import shots from './shots.module.css'

/** Maximum number of photo tiles in a bubble. A counter on the last tile shows how many more photos there are. */
const tilesPerBubble = 4

/** Files of a message. A click on a photo enlarges it, a click on a document downloads it. */
export function BubbleFiles({ message }: { message: Message }) {
  const { t } = useTranslation()
  const fileSize = useFileSize()
  const photos = message.files.filter(({ thumbnail_url }) => thumbnail_url)

  const pictures = photos.map((file) => ({
    id: file.id,
    src: file.file_url,
    title: file.name,
    note: (
      <FileLink file={file} className={styles.save}>
        {t('upload.download')}
        <span className="muted num">{fileSize(file.size)}</span>
      </FileLink>
    ),
  }))
  const words = { before: t('chat.shot.before'), next: t('chat.shot.next') }
  const { viewer, open } = usePictureViewer(pictures, words)
  const showPicture = async (n: number) => {
    try {
      if (photos.some(({ file_url }) => isExpired(file_url))) await renewFileUrls()
      open(n)
    } catch (error) {
      await showFailure(error)
    }
  }
  const hiddenPhotoCount = photos.length - tilesPerBubble
  return (
    <>
      {photos.length > 0 && (
        <div className={shots.shots}>
          {photos.slice(0, tilesPerBubble).map((file, n) => (
            <button
              key={file.id}
              type="button"
              className={shots.tile}
              aria-label={t('chat.shot.open', { name: file.name })}
              onClick={() => void showPicture(n)}
            >
              <PhotoImage src={file.thumbnail_url ?? ''} />
              {hiddenPhotoCount > 0 && n === tilesPerBubble - 1 && (
                <span className={shots.rest}>+{hiddenPhotoCount}</span>
              )}
            </button>
          ))}
        </div>
      )}
      {message.files
        .filter((file) => !photos.includes(file))
        .map((file) => (
          <FileLink key={file.id} file={file} className={styles.file}>
            <FileRow name={file.name} sign={file.file_format} note={fileSize(file.size)} />
          </FileLink>
        ))}
      {viewer}
    </>
  )
}

/** Image of a photo tile. An expired URL is renewed once. If the image cannot be loaded, the tile stays empty. */
function PhotoImage({ src }: { src: string }) {
  const isRenewed = useRef(false)
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      className={cx(failed === src && shots.failed)}
      onError={() => {
        setFailed(src)
        if (isRenewed.current || !isExpired(src)) return
        isRenewed.current = true
        void renewFileUrls().catch(() => undefined)
      }}
    />
  )
}

type OutgoingFilesProps = {
  uploads: Uploads
  onRemove: (key: string) => void
  onRetry: () => void
}

/** True if a photo is shown as a tile. A photo whose upload failed is shown as a row. */
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
              // The remove button is hidden once the file is uploaded, and while a retry button is shown.
              onRemove={item.stored || item.error?.isTemporary ? undefined : () => onRemove(item.key)}
            />
          </div>
        ))}
    </>
  )
}

function OutgoingShot({ item, onCancel }: { item: UploadItem; onCancel: () => void }) {
  const { t } = useTranslation()
  const fileSize = useFileSize()
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
