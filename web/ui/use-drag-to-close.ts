import { type PointerEvent, useRef } from 'react'
import { limits } from '#contract/limits.ts'

type Drag = { pointer: number; from: number; moved: number }

/**
 * Drags a sheet by its grip or header; the content keeps its own scroll. Released more than 100 px down it
 * closes, otherwise it springs back. `wasDrag` tells a drag from a click.
 */
export function useDragToClose(close: () => void) {
  const sheet = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const wasDrag = useRef(false)

  const place = (offset: number, state: 'dragged' | 'springing') => {
    sheet.current?.style.setProperty('--drag', `${offset}px`)
    sheet.current?.setAttribute('data-drag', state)
  }

  const start = (event: PointerEvent) => {
    const pressed = event.target instanceof Element ? event.target.closest('button') : null
    // A button inside the header keeps its click.
    if (event.button !== 0 || drag.current || (pressed && pressed !== event.currentTarget)) return
    wasDrag.current = false
    drag.current = { pointer: event.pointerId, from: event.clientY, moved: 0 }
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  const move = (event: PointerEvent) => {
    if (drag.current?.pointer !== event.pointerId) return
    drag.current.moved = Math.max(0, event.clientY - drag.current.from)
    if (drag.current.moved > 4) wasDrag.current = true
    place(drag.current.moved, 'dragged')
  }

  const end = (event: PointerEvent) => {
    const finished = drag.current
    if (finished?.pointer !== event.pointerId) return
    drag.current = null
    if (finished.moved > limits.sheet.dragPx) {
      // The closing transition starts at the dragged position.
      sheet.current?.removeAttribute('data-drag')
      close()
    } else place(0, 'springing')
  }

  const handle = {
    onPointerDown: start,
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: () => {
      drag.current = null
      place(0, 'springing')
    },
  }
  return { sheet, handle, wasDrag: () => wasDrag.current }
}
