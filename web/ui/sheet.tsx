import { Dialog } from '@base-ui/react/dialog'
import { type PointerEvent, type ReactNode, useContext, useDeferredValue, useEffect, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { cx } from './class-names.ts'
import styles from './sheet.module.css'
import { useLayer } from './use-layer.ts'
import { SheetGripLabel } from './use-sheet.ts'

type SheetProps = {
  open: boolean
  onClose: () => void
  /** Called when the closing animation has finished. */
  onClosed?: () => void
  title: string
  /** Shortens a long title to one line. */
  oneLine?: true
  action?: ReactNode
  footer?: ReactNode
  /** Renders the content after the sheet itself, so that opening the sheet does not block a slow phone. */
  inSteps?: true
  /**
   * Lets the content reach the lower edge of the sheet. It scrolls itself, and keeps the space at its end. Otherwise the
   * line above a cut row would look like a line below the last.
   */
  toEdge?: true
  /**
   * Makes it a dialog in the middle of a wide window. It has no grip there, so its footer needs a button that closes it.
   * Its content fades out above the footer, because a field that is cut in half looks broken.
   */
  centred?: true
  children: ReactNode
}

/** Bottom sheet. It closes by the grip (drag or click), the backdrop, Escape or Back. */
export function Sheet(props: SheetProps) {
  const { open, onClose, onClosed, title, oneLine, action, footer, inSteps, toEdge, centred, children } =
    props
  const gripLabel = useContext(SheetGripLabel)
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
          className={cx(styles.sheet, centred && styles.centred)}
          // Without a grip the first choice would get the focus and look as if it were made.
          initialFocus={() =>
            isFilled &&
            ((drag.sheet.current && firstField(drag.sheet.current)) ?? (!centred || drag.sheet.current))
          }
        >
          <button
            type="button"
            className={styles.grip}
            aria-label={gripLabel}
            {...drag.handle}
            onClick={() => !drag.wasDrag() && onClose()}
          />
          <header className={styles.head} {...(!centred && drag.handle)}>
            <Dialog.Title className={cx('title', oneLine && 'ellipsis')}>{title}</Dialog.Title>
            {action}
          </header>
          <div
            className={cx(
              styles.content,
              !isFilled && styles.coming,
              toEdge && styles.toEdge,
              Boolean(footer) && styles.aboveFoot,
            )}
          >
            {isFilled && children}
          </div>
          {isFilled && footer && <div className={styles.foot}>{footer}</div>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * Returns the first field of a sheet if people write in it: it gets the focus. A choice gets none, because it would look
 * as if it were made. Then the dialog's default focus applies.
 */
function firstField(sheet: HTMLElement): HTMLElement | null {
  const fields = 'input:not([type="file"]), textarea, select'
  const field = sheet.querySelector<HTMLElement>(`.${styles.content} :is(${fields})`)
  return field?.matches('select, [type=radio], [type=checkbox]') ? null : field
}

type Drag = { pointer: number; from: number; moved: number }

/**
 * Lets the user drag a sheet by its grip or header, while the content keeps its own scroll. A sheet that is released
 * more than 100 px down closes, otherwise it springs back. `wasDrag` is true if the gesture was a drag and not a click.
 */
function useDragToClose(close: () => void) {
  const sheet = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const wasDrag = useRef(false)

  const moveSheet = (offset: number, state: 'dragged' | 'springing') => {
    sheet.current?.style.setProperty('--drag', `${offset}px`)
    sheet.current?.setAttribute('data-drag', state)
  }

  const onPointerDown = (event: PointerEvent) => {
    const pressedButton = event.target instanceof Element ? event.target.closest('button') : null
    // A press on a button inside the header is a click and starts no drag.
    if (event.button !== 0 || drag.current || (pressedButton && pressedButton !== event.currentTarget)) return
    wasDrag.current = false
    drag.current = { pointer: event.pointerId, from: event.clientY, moved: 0 }
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  const onPointerMove = (event: PointerEvent) => {
    if (drag.current?.pointer !== event.pointerId) return
    drag.current.moved = Math.max(0, event.clientY - drag.current.from)
    if (drag.current.moved > 4) wasDrag.current = true
    moveSheet(drag.current.moved, 'dragged')
  }

  const end = (event: PointerEvent) => {
    const finished = drag.current
    if (finished?.pointer !== event.pointerId) return
    drag.current = null
    if (finished.moved > limits.sheet.dragPx) {
      // The closing animation starts at the position to which the sheet was dragged.
      sheet.current?.removeAttribute('data-drag')
      close()
    } else moveSheet(0, 'springing')
  }

  const handle = {
    onPointerDown,
    onPointerMove,
    onPointerUp: end,
    onPointerCancel: () => {
      drag.current = null
      moveSheet(0, 'springing')
    },
  }
  return { sheet, handle, wasDrag: () => wasDrag.current }
}
