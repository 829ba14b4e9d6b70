/** WebViews collapse to nothing for a moment while a keyboard comes; such heights mean nothing. */
const smallestView = 100
/** Less than this is a browser's bar, not a keyboard. */
const smallestKeyboard = 120

const isField = (target: unknown): target is HTMLElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'button'].includes(target.type))

/**
 * iOS lays its keyboard over the page and tells only the visual viewport. `--keyboard` is what it covers: bars at
 * the bottom rise by it, a field that gets the focus comes into view, a drag elsewhere puts the keyboard away.
 */
export function watchKeyboard(): void {
  const view = window.visualViewport
  const root = document.documentElement
  if (!view) return
  let isOpen = false

  const measure = () => {
    if (view.height < smallestView || view.scale > 1) return
    const covered = Math.round(window.innerHeight - view.height - view.offsetTop)
    isOpen = covered >= smallestKeyboard
    root.style.setProperty('--keyboard', `${isOpen ? covered : 0}px`)
    root.toggleAttribute('data-keyboard', isOpen)
    if (isOpen && isField(document.activeElement)) document.activeElement.scrollIntoView({ block: 'nearest' })
  }
  const leave = ({ target }: TouchEvent) => {
    const field = document.activeElement
    if (isOpen && isField(field) && target instanceof Node && !field.contains(target)) field.blur()
  }
  view.addEventListener('resize', measure)
  view.addEventListener('scroll', measure)
  document.addEventListener('touchmove', leave, { passive: true })
}
