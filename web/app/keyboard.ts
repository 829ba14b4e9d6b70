import { onVisibleHeight, type VisibleHeight } from '#web/telegram/index.ts'

/** WebViews collapse to nothing for a moment while a keyboard comes; such heights mean nothing. */
const smallestView = 100
/** Less than this is a browser's bar, not a keyboard. */
const smallestKeyboard = 120

const isField = (target: unknown): target is HTMLElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'button'].includes(target.type))

/**
 * How much of the foot of the page cannot be seen: under a keyboard, or below the edge of a client that is half high.
 * iOS lays its keyboard over the page and tells only the visual viewport, other clients tell the height that is left.
 */
function coveredBy(view: VisualViewport | null, told: VisibleHeight | null) {
  const byPage = view ? Math.round(window.innerHeight - view.height - view.offsetTop) : 0
  const isTold = told !== null && told.height >= smallestView
  const byClient = isTold ? Math.max(0, Math.round(window.innerHeight - told.height)) : 0
  const keyboard = Math.max(byPage, told?.isExpanded ? byClient : 0)
  return {
    keyboard: keyboard >= smallestKeyboard ? keyboard : 0,
    below: told?.isExpanded ? 0 : byClient,
  }
}

/**
 * `--keyboard` and `--below` are what is covered: bars, sheets and dialogs rise by it, a field that gets the focus
 * comes into view, a drag elsewhere puts the keyboard away.
 */
export function watchKeyboard(): void {
  const view = window.visualViewport
  const root = document.documentElement
  let told: VisibleHeight | null = null
  let isOpen = false

  const measure = () => {
    if (view && (view.height < smallestView || view.scale > 1)) return
    const { keyboard, below } = coveredBy(view, told)
    isOpen = keyboard > 0
    root.style.setProperty('--keyboard', `${keyboard}px`)
    root.style.setProperty('--below', `${below}px`)
    root.toggleAttribute('data-keyboard', isOpen)
    if (isOpen && isField(document.activeElement)) document.activeElement.scrollIntoView({ block: 'nearest' })
  }
  const leave = ({ target }: TouchEvent) => {
    const field = document.activeElement
    if (isOpen && isField(field) && target instanceof Node && !field.contains(target)) field.blur()
  }
  view?.addEventListener('resize', measure)
  view?.addEventListener('scroll', measure)
  window.addEventListener('resize', () => {
    // What was told of a window of another size is over, and the client tells the new height itself.
    if (told?.isExpanded) told = null
    measure()
  })
  onVisibleHeight((height) => {
    told = height
    measure()
  })
  document.addEventListener('touchmove', leave, { passive: true })
}
