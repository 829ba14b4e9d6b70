import { Suspense, useState } from 'react'
import type { Message } from '#web/features/chat/queries.ts'
import { isExpired } from '#web/features/files/addresses.ts'
import { FileLink } from '#web/features/files/file-link.tsx'
import { renewFileUrls } from '#web/features/files/renew-addresses.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { FileRow } from '#web/ui/file-row.tsx'
import { SheetLoading } from '#web/ui/sheet-loading.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import styles from './bubble.module.css'
import { PhotoImage } from './screenshot.tsx'
import shots from './shots.module.css'

const PictureViewer = lazySheet(() => import('#web/ui/picture-viewer.tsx'))

/** Photo tiles per bubble; a counter on the last tile stands for the rest. */
const tilesPerBubble = 4

/** Files of a message: a click enlarges a photo or downloads a document. */
export function BubbleFiles({ message }: { message: Message }) {
  const { t, fileSize } = useFormats()
  const viewer = useSheet()
  const [openedIndex, setOpenedIndex] = useState(0)
  const photos = message.files.filter(({ thumbnail_url }) => thumbnail_url)

  const show = async (n: number) => {
    setOpenedIndex(n)
    try {
      if (photos.some(({ file_url }) => isExpired(file_url))) await renewFileUrls()
      viewer.open()
    } catch (error) {
      await showFailure(error)
    }
  }
  const viewerPictures = photos.map((file) => ({
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
  const rest = photos.length - tilesPerBubble
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
              onClick={() => void show(n)}
            >
              <PhotoImage src={file.thumbnail_url ?? ''} />
              {rest > 0 && n === tilesPerBubble - 1 && <span className={shots.rest}>+{rest}</span>}
            </button>
          ))}
        </div>
      )}
      {message.files
        .filter((file) => !photos.includes(file))
        .map((file) => (
          <FileLink key={file.id} file={file} className={styles.file}>
            <FileRow name={file.name} format={file.file_format} note={fileSize(file.size)} />
          </FileLink>
        ))}
      {viewer.isMounted && (
        <Suspense fallback={<SheetLoading />}>
          <PictureViewer
            {...viewer.props}
            pictures={viewerPictures}
            first={openedIndex}
            words={{ close: t('common.close'), before: t('chat.shot.before'), next: t('chat.shot.next') }}
          />
        </Suspense>
      )}
    </>
  )
}
