import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './picture-viewer.module.css'
import { useLayer } from './use-layer.ts'

export type ViewerPicture = {
  id: number
  src: string
  title: string
  /** Size and colour of the picture, if known. They reserve the picture's space before it loads. */
  shape?: { width: number; height: number; colour: string }
  /** Content shown below the title of the picture. */
  note?: ReactNode
}

type PictureViewerProps = {
  pictures: ViewerPicture[]
  /** Index of the picture that is shown first. */
  first: number
  words: { close: string; before: string; next: string }
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Full-screen picture viewer with swipes, buttons and arrow keys. */
export default function PictureViewer({ pictures, first, words, open, ...sheet }: PictureViewerProps) {
  useLayer(open, sheet.onClose)
  const [at, setAt] = useState(first)
  const row = useRef<HTMLDivElement>(null)
  const turn = (by: number) => {
    const { current } = row
    current?.scrollTo({ left: (at + by) * current.clientWidth })
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
  }
  const scrollToFirst = useCallback(
    (element: HTMLDivElement | null) => {
      row.current = element
      if (element) element.scrollLeft = first * element.clientWidth
    },
    [first],
  )
  const shownPicture = pictures[at]
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && sheet.onClose()}
      onOpenChangeComplete={(next) => !next && sheet.onClosed()}
    >
      <Dialog.Portal>
        <Dialog.Popup className={styles.viewer} onKeyDown={onKeyDown}>
          <header className={styles.head}>
            <span className="num">{`${at + 1} / ${pictures.length}`}</span>
            <IconButton icon={X} label={words.close} onClick={sheet.onClose} />
          </header>
          <div
            ref={scrollToFirst}
            className={styles.row}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
            onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
              setAt(Math.round(scrollLeft / clientWidth))
            }
          >
            {pictures.map(({ id, src, title, shape }) => (
              <div key={id} className={styles.one}>
                <img
                  src={src}
                  alt={title}
                  loading="lazy"
                  className={shape && styles.shaped}
                  style={
                    shape &&
                    ({
                      backgroundColor: shape.colour,
                      '--width': `${shape.width}px`,
                      '--ratio': shape.width / shape.height,
                    } as CSSProperties)
                  }
                />
              </div>
            ))}
          </div>
          <footer className={styles.foot}>
            {pictures.length > 1 && (
              <IconButton
                icon={ChevronLeft}
                label={words.before}
                disabled={at === 0}
                onClick={() => turn(-1)}
              />
            )}
            <div className={styles.words}>
              <Dialog.Title className="head">{shownPicture?.title}</Dialog.Title>
              {shownPicture?.note}
            </div>
            {pictures.length > 1 && (
              <IconButton
                icon={ChevronRight}
                label={words.next}
                disabled={at === pictures.length - 1}
                onClick={() => turn(1)}
              />
            )}
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
