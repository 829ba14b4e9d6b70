import { useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { usePictureViewer } from '#web/features/files/picture-viewer.tsx'
import type { PersonPage } from '#web/features/people/queries.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { hostOf, useExternalLink } from './outside-link.ts'
import styles from './works-section.module.css'

/** Number of pictures shown before a click on "show all": one wide picture and two rows. */
const shownAtFirst = 5

/** Pictures of a portfolio. The first picture is wide. A click opens the viewer, which shows text and link. */
export function WorksSection({ works }: Pick<PersonPage, 'works'>) {
  const { t } = useTranslation()
  const openLink = useExternalLink()
  const [isExpanded, setExpanded] = useState(works.length <= shownAtFirst)
  const pictures = works.map(({ file_id: id, file_url: src, title, about, link, ...shape }) => ({
    id,
    src,
    title,
    shape,
    note: (
      <>
        {about && <p className="cap muted">{about}</p>}
        {link && <TextButton onClick={() => void openLink(link)}>{hostOf(link)}</TextButton>}
      </>
    ),
  }))
  const words = { before: t('portfolio.before'), next: t('portfolio.next') }
  const { viewer, open: show } = usePictureViewer(pictures, words)
  return (
    <Card className="stack">
      <div className={styles.head}>
        <h2 className="head">{t('user.portfolio')}</h2>
        {!isExpanded && (
          <TextButton onClick={() => setExpanded(true)}>
            {t('portfolio.all', { count: works.length })}
          </TextButton>
        )}
      </div>
      <ul className={styles.works}>
        {works.slice(0, isExpanded ? works.length : shownAtFirst).map((work, n) => (
          <li key={work.file_id}>
            <button type="button" className={styles.work} onClick={() => show(n)}>
              <Picture picture={work} alt="" wide={n === 0} />
              <span>
                <b>{work.title}</b>
                {work.about && <small>{work.about}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {viewer}
    </Card>
  )
}
