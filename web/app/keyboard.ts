import { onVisibleHeight, type VisibleHeight } from '#web/telegram/index.ts'

/** Smallest plausible height of the page in pixels. WebViews briefly report tiny heights while the keyboard opens. */
const smallestView = 100
/** Smallest plausible height of a keyboard in pixels. A smaller covered area is a bar of the browser. */
const smallestKeyboard = 120

const isField = (target: unknown): target is HTMLElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'button'].includes(target.type))

/**
 * Returns the height of the page's bottom that is hidden: by the keyboard (`keyboard`), or because the app is only half
 * expanded (`below`). iOS reports the keyboard only by the visual viewport, other clients by the remaining height.
 */
function coveredHeight(view: VisualViewport | null, reportedHeight: VisibleHeight | null) {
  const byPage = view ? Math.round(window.innerHeight - view.height - view.offsetTop) : 0
  const isReported = reportedHeight !== null && reportedHeight.height >= smallestView
  const byClient = isReported ? Math.max(0, Math.round(window.innerHeight - reportedHeight.height)) : 0
  const keyboard = Math.max(byPage, reportedHeight?.isExpanded ? byClient : 0)
  return {
    keyboard: keyboard >= smallestKeyboard ? keyboard : 0,
    below: reportedHeight?.isExpanded ? 0 : byClient,
  }
}

/**
 * Sets the CSS variables `--keyboard` and `--below`, which move bars, sheets and dialogs up. Also scrolls a focused
 * field into view, and closes the keyboard when the user drags outside the field.
 */
export function watchKeyboard(): void {
  const visualViewport = window.visualViewport
  const root = document.documentElement
  let reportedHeight: VisibleHeight | null = null
  let isOpen = false

  const measureHeight = () => {
    if (visualViewport && (visualViewport.height < smallestView || visualViewport.scale > 1)) return
    const { keyboard, below } = coveredHeight(visualViewport, reportedHeight)
    isOpen = keyboard > 0
    root.style.setProperty('--keyboard', `${keyboard}px`)
    root.style.setProperty('--below', `${below}px`)
    root.toggleAttribute('data-keyboard', isOpen)
    if (isOpen && isField(document.activeElement)) document.activeElement.scrollIntoView({ block: 'nearest' })
  }
  const closeOnDrag = ({ target }: TouchEvent) => {
    const field = document.activeElement
    if (isOpen && isField(field) && target instanceof Node && !field.contains(target)) field.blur()
  }
  visualViewport?.addEventListener('resize', measureHeight)
  visualViewport?.addEventListener('scroll', measureHeight)
  window.addEventListener('resize', () => {
    // The client reported the height for the previous window size, so the height is dropped until the client reports a
    // new one.
    if (reportedHeight?.isExpanded) reportedHeight = null
    measureHeight()
  })
  onVisibleHeight((height) => {
    reportedHeight = height
    measureHeight()
  })
  document.addEventListener('touchmove', closeOnDrag, { passive: true })
}
