import { useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { usePictureViewer } from '#web/features/files/picture-viewer.tsx'
import type { Service } from '#web/features/services/queries.ts'
import { Picture } from '#web/ui/picture.tsx'
import styles from './gallery.module.css'

/** Pictures of a service in a row that is swiped, with the number of the one that is shown. A press enlarges it. */
export function Gallery({ pictures }: Pick<Service, 'pictures'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(0)
  const enlarged = pictures.map(({ file_id: id, file_url: src, title, width, height, colour }) => ({
    id,
    src,
    title,
    shape: { width, height, colour },
  }))
  const turns = { before: t('portfolio.before'), next: t('portfolio.next') }
  const { viewer, open } = usePictureViewer(enlarged, turns)
  if (pictures.length === 0) return null
  return (
    <div className={styles.gallery}>
      <ul
        className={styles.row}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.round(scrollLeft / clientWidth))
        }
      >
        {pictures.map((picture, n) => (
          <li key={picture.file_id}>
            <button type="button" className={styles.one} onClick={() => open(n)}>
              <Picture picture={{ ...picture, thumbnail_url: picture.file_url }} alt={picture.title} wide />
            </button>
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <span className={styles.place} aria-hidden="true">
          {t('service.pictureOf', { place: shown + 1, count: pictures.length })}
        </span>
      )}
      {viewer}
    </div>
  )
}
