// Finds what a person would find: by its role and its name, or by its words, and only what can be seen. Syntax and APIs of
// the oldest engine, in which it runs too.
globalThis.seek = function seek(query) {
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4, [role=heading]',
    textbox: 'textarea, input:not([type=radio]):not([type=checkbox]):not([type=file]):not([type=hidden])',
    searchbox: 'input[type=search]',
    radio: 'input[type=radio], [role=radio]',
    dialog: '[role=dialog]',
    alertdialog: '[role=alertdialog]',
    article: 'article',
    listitem: 'li, [role=listitem]',
    file: 'input[type=file]',
    text: 'body *',
  }
  const clean = (words) => (words || '').replace(/\s+/g, ' ').trim()
  const textOf = (ids) => ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent)
  const nameOf = (element) => {
    const label = element.getAttribute('aria-label')
    const labelledBy = element.getAttribute('aria-labelledby')
    const labels = element.labels ? Array.from(element.labels) : []
    if (labelledBy) return clean(textOf(labelledBy).join(' '))
    if (label) return clean(label)
    if (labels.length) return clean(labels.map((one) => one.textContent).join(' '))
    return clean(element.textContent) || clean(element.placeholder || element.value)
  }
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  const fits = (element) => {
    const name = query.role === 'text' ? clean(element.textContent) : nameOf(element)
    if (query.pattern) return new RegExp(query.pattern).test(name)
    return query.exact ? name === query.name : name.indexOf(query.name) >= 0
  }
  const scope = query.within ? seek(query.within) : document
  if (!scope) return null
  const all = Array.from(scope.querySelectorAll(selectors[query.role]))
  const found = all.filter((one) => fits(one) && (query.role === 'file' || isSeen(one)))
  // Words stand in everything around them too: the innermost is meant.
  return (query.role === 'text' ? found[found.length - 1] : found[0]) || null
}

/** What keeps a finger from it; an empty text where nothing does. */
globalThis.obstacle = function obstacle(query) {
  const element = globalThis.seek(query)
  if (!element) return 'nothing like it is seen'
  const place = () => element.getBoundingClientRect()
  const inView = ({ top, bottom }) => top >= 0 && bottom <= innerHeight
  if (!inView(place())) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = place()
  // It must stand where it stood a moment ago: a tap on what still moves would miss.
  const now = [left, top, width, height].map(Math.round).join(' ')
  const before = element.stoodAt
  element.stoodAt = now
  if (before !== now) return 'it moves'
  if (element.disabled || element.getAttribute('aria-busy') === 'true') return 'it is busy'
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  const label = hit?.closest('label')
  if (hit && (element.contains(hit) || hit.contains(element) || label?.control === element)) return ''
  // A bar lies over it: what can be scrolled comes out from under it.
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  return hit
    ? `it lies under <${hit.tagName.toLowerCase()} class="${hit.className}">`
    : 'it lies outside the window'
}
