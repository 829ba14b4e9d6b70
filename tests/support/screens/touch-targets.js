// Runs in the page. Names of what can be touched, but not with a finger: under 44 px in width or height, counting
// the area that a pseudo-element or a label adds. Links inside running text are exempt, as in WCAG 2.5.8; some
// of them are buttons, because a dialog asks before the address opens.
;(() => {
  const least = 44
  const touchable =
    'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=switch], [tabindex="0"]'
  const owner = (x, y) => document.elementFromPoint(x, y)?.closest(`${touchable}, label`)
  const reach = (element, x, y, dx, dy) => {
    let far = 0
    while (far < least) {
      const hit = owner(x + dx * (far + 1), y + dy * (far + 1))
      if (
        !hit ||
        !(hit === element || hit.contains(element) || element.contains(hit) || hit.control === element)
      )
        break
      far++
    }
    return far
  }
  const small = []
  for (const element of document.querySelectorAll(touchable)) {
    if (element.closest('[inert], [aria-hidden=true]') || element.disabled) continue
    element.scrollIntoView({ block: 'center', inline: 'center' })
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    if (box.width < 2 || box.height < 2 || style.visibility === 'hidden' || style.opacity === '0') continue
    const looksLikeLink =
      element.tagName === 'A' ? style.display === 'inline' : style.textDecorationLine === 'underline'
    if (looksLikeLink && element.closest('p, li')) continue
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    if (!element.contains(document.elementFromPoint(x, y)) && !owner(x, y)?.contains(element)) continue
    const width = Math.max(box.width, reach(element, x, y, 1, 0) + reach(element, x, y, -1, 0) + 1)
    const height = Math.max(box.height, reach(element, x, y, 0, 1) + reach(element, x, y, 0, -1) + 1)
    if (width < least - 0.5 || height < least - 0.5) {
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
      small.push(`${element.tagName} "${name}" is ${Math.round(width)} x ${Math.round(height)} px`)
    }
  }
  return small
})()
