import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { cx } from './class-names.ts'
import styles from './sheet.module.css'
import { useDragToClose } from './use-drag-to-close.ts'
import { useLayer } from './use-layer.ts'

type SheetProps = {
  open: boolean
  onClose: () => void
  /** Runs when the closing movement is over. */
  onClosed?: () => void
  title: string
  gripLabel: string
  action?: ReactNode
  footer?: ReactNode
  /** Draws what is in the sheet after it, in slices: much at once would hold up a slow telephone. */
  inSteps?: true
  children: ReactNode
}

/** The bottom sheet: closes by the grip (drag or press), the scrim, Escape and the header's Back. */
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

/** Where writing or choosing begins; a sheet without a field starts as any dialog does. */
function firstField(sheet: HTMLElement): HTMLElement | null {
  const fields = 'input:not([type="file"]), textarea, select'
  return sheet.querySelector<HTMLElement>(`.${styles.content} :is(${fields})`)
}
