import { cx } from './class-names.ts'
import styles from './picture.module.css'

/** A small version of a picture. The picture's dominant colour fills the frame until it loads. */
export type SmallPicture = { file_id: number; title: string; thumbnail_url: string; colour: string }

type PictureProps = {
  picture: SmallPicture
  /** Alternative text of the picture. It is empty if the title is shown beside the picture. */
  alt: string
  wide?: boolean
}

/** A picture in a frame of fixed ratio, so that nothing shifts when it loads. */
export function Picture({ picture: { thumbnail_url, colour }, alt, wide }: PictureProps) {
  return (
    <span className={cx('edged', styles.frame, wide && styles.wide)} style={{ backgroundColor: colour }}>
      <img
        src={thumbnail_url}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={({ currentTarget }) => currentTarget.classList.add(styles.failed ?? '')}
      />
    </span>
  )
}

const inStrip = 3

/** True if a portfolio has enough pictures for a row of three. */
export const hasStrip = (pictures: SmallPicture[]) => pictures.length >= inStrip

/** The first three pictures of a portfolio in a row. */
export function PictureStrip({ pictures, small }: { pictures: SmallPicture[]; small?: boolean }) {
  if (!hasStrip(pictures)) return null
  return (
    <span className={cx(styles.strip, small && styles.small)}>
      {pictures.slice(0, inStrip).map((picture) => (
        <Picture key={picture.file_id} picture={picture} alt={picture.title} />
      ))}
    </span>
  )
}
