import { Suspense, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { PersonPage } from '#web/features/people/queries.ts'
import { sheetPart } from '#web/parts/part.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { SheetOnTheWay } from '#web/ui/sheet-loading.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import { hostOf, useOutsideLink } from './outside-link.ts'
import styles from './works-section.module.css'

const PictureViewer = sheetPart(() => import('#web/ui/picture-viewer.tsx'))

/** Number of pictures before "show all": the wide one and two rows. */
const atFirst = 5

/** Pictures of a portfolio, the first one wide; a click opens the viewer with text and link. */
export function WorksSection({ works }: Pick<PersonPage, 'works'>) {
  const { t } = useTranslation()
  const open = useOutsideLink()
  const viewer = useSheet()
  const [pressed, setPressed] = useState(0)
  const [isWhole, setWhole] = useState(works.length <= atFirst)
  const large = works.map(({ file_id: id, file_url: src, title, about, link, ...shape }) => ({
    ...{ id, src, title, shape },
    note: (
      <>
        {about && <p className="cap muted">{about}</p>}
        {link && <TextButton onClick={() => void open(link)}>{hostOf(link)}</TextButton>}
      </>
    ),
  }))
  return (
    <Card className="stack">
      <div className={styles.head}>
        <h2 className="head">{t('user.portfolio')}</h2>
        {!isWhole && (
          <TextButton onClick={() => setWhole(true)}>
            {t('portfolio.all', { count: works.length })}
          </TextButton>
        )}
      </div>
      <ul className={styles.works}>
        {works.slice(0, isWhole ? works.length : atFirst).map((work, n) => (
          <li key={work.file_id}>
            <button
              type="button"
              className={styles.work}
              onClick={() => {
                setPressed(n)
                viewer.open()
              }}
            >
              <Picture picture={work} alt="" wide={n === 0} />
              <span>
                <b>{work.title}</b>
                {work.about && <small>{work.about}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {viewer.isMounted && (
        <Suspense fallback={<SheetOnTheWay />}>
          <PictureViewer
            {...viewer.props}
            pictures={large}
            first={pressed}
            words={{ close: t('common.close'), before: t('portfolio.before'), next: t('portfolio.next') }}
          />
        </Suspense>
      )}
    </Card>
  )
}
