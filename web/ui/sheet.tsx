import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { cx } from './class-names.ts'
import styles from './sheet.module.css'
import { useDragToClose } from './use-drag-to-close.ts'
import { useLayer } from './use-layer.ts'

type SheetProps = {
  open: boolean
  onClose: () => void
  /** Called after the closing animation. */
  onClosed?: () => void
  title: string
  gripLabel: string
  action?: ReactNode
  footer?: ReactNode
  /** Renders the content after the sheet itself, so that opening does not block a slow phone. */
  inSteps?: true
  children: ReactNode
}

/** Bottom sheet. It closes by the grip (drag or click), the backdrop, Escape or Back. */
export function Sheet(props: SheetProps) {
  const { open, onClose, onClosed, title, gripLabel, action, footer, inSteps, children } = props
  useLayer(open, onClose)
  const drag = useDragToClose(onClose)
  const isFilled = useDeferredValue(true, !inSteps)
  useEffect(() => {
    const { current: sheet } = drag.sheet
    if (inSteps && isFilled && sheet) (firstField(sheet) ?? sheet).focus()
  }, [inSteps, isFilled, drag.sheet])
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => !next && onClosed?.()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup
          ref={drag.sheet}
          className={styles.sheet}
          initialFocus={() => isFilled && ((drag.sheet.current && firstField(drag.sheet.current)) ?? true)}
        >
          <button
            type="button"
            className={styles.grip}
            aria-label={gripLabel}
            {...drag.handle}
            onClick={() => !drag.wasDrag() && onClose()}
          />
          <header className={styles.head} {...drag.handle}>
            <Dialog.Title className="title">{title}</Dialog.Title>
            {action}
          </header>
          <div className={cx(styles.content, !isFilled && styles.coming)}>{isFilled && children}</div>
          {isFilled && footer && <div className={styles.foot}>{footer}</div>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The first input; without one the dialog's default focus applies. */
function firstField(sheet: HTMLElement): HTMLElement | null {
  const fields = 'input:not([type="file"]), textarea, select'
  return sheet.querySelector<HTMLElement>(`.${styles.content} :is(${fields})`)
}
