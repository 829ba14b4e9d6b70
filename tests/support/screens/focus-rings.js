// Runs in the page after a press of Tab, so that whatever gets the focus shows it. Names of what can be focused, but
// whose ring something cuts: a box that hides or scrolls what lies outside it, or the edge of the window.
;(() => {
  const focusable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'
  const sides = ['left', 'top', 'right', 'bottom']
  const boxOf = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { left, top, right, bottom }
  }
  const inside = (box, style) => ({
    left: box.left + Number.parseFloat(style.borderLeftWidth),
    top: box.top + Number.parseFloat(style.borderTopWidth),
    right: box.right - Number.parseFloat(style.borderRightWidth),
    bottom: box.bottom - Number.parseFloat(style.borderBottomWidth),
  })
  const isPositioned = (element) => getComputedStyle(element).position !== 'static'
  /** How far a frame lies outside its box, or null without one. */
  const reach = (style) =>
    style.outlineStyle === 'none'
      ? null
      : Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth)
  /** The boxes around which the focus draws a frame, each with the first ancestor that may cut it. */
  function* framed(element) {
    const own = reach(getComputedStyle(element))
    if (own !== null) yield { box: boxOf(element), far: own, from: element }
    const after = getComputedStyle(element, '::after')
    const far = reach(after)
    if (far !== null && after.content !== 'none' && after.position === 'absolute') {
      let place = element
      while (place && !isPositioned(place)) place = place.parentElement
      const around = inside(boxOf(place), getComputedStyle(place))
      const inset = (side) => Number.parseFloat(after[side]) || 0
      const box = {
        left: around.left + inset('left'),
        top: around.top + inset('top'),
        right: around.right - inset('right'),
        bottom: around.bottom - inset('bottom'),
      }
      yield { box, far, from: place, within: true }
    }
    for (const near of [element.closest('label'), element.nextElementSibling, element.parentElement]) {
      const besides = near && reach(getComputedStyle(near))
      if (near && besides !== null) yield { box: boxOf(near), far: besides, from: near }
    }
  }
  const cuts = ({ overflowX, overflowY, contain }) => ({
    x: overflowX !== 'visible' || /paint|strict|content/.test(contain),
    y: overflowY !== 'visible' || /paint|strict|content/.test(contain),
  })
  /** What lies between an element and the window and cuts. */
  function* cutting(from, within) {
    for (
      let one = within ? from : from.parentElement;
      one && one !== document.body;
      one = one.parentElement
    ) {
      const style = getComputedStyle(one)
      const { x, y } = cuts(style)
      if (x || y) yield { ...inside(boxOf(one), style), x, y }
      if (style.position === 'fixed') break
    }
    yield { left: 0, right: document.documentElement.clientWidth, top: -Infinity, bottom: Infinity, x: true }
  }
  const isCut = ({ box, far, from, within }) =>
    [...cutting(from, within)].some((clip) =>
      sides.some((side) => {
        if (!(side === 'left' || side === 'right' ? clip.x : clip.y)) return false
        const sign = side === 'left' || side === 'top' ? -1 : 1
        const room = sign * (clip[side] - box[side])
        // What is itself cut there is too large to be seen whole, or scrolled away.
        return room > -0.5 && far > room + 0.5
      }),
    )
  const cut = []
  for (const element of document.querySelectorAll(focusable)) {
    if (element.disabled || element.tabIndex < 0) continue
    element.focus()
    if (document.activeElement !== element || element.getBoundingClientRect().width < 2) continue
    if ([...framed(element)].some(isCut)) {
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
      cut.push(`the focus ring of ${element.tagName} "${name}" is cut`)
    }
  }
  return cut
})()
