const lifeMs = 1000
const watched = new WeakSet<Document>()
let touchedAt = Number.NEGATIVE_INFINITY

/** A touch in the mini-app or on the buttons round it. */
export function touch() {
  touchedAt = performance.now()
}

/** Watches a frame of our own origin for touches; a foreign one cannot be watched and counts as touched. */
export function watchTouches(frame: Window) {
  let page: Document
  try {
    page = frame.document
  } catch {
    touch()
    return
  }
  if (watched.has(page)) return
  watched.add(page)
  for (const kind of ['pointerdown', 'pointerup', 'click', 'keydown'])
    page.addEventListener(kind, touch, { capture: true, passive: true })
}

/** True once within a second of a touch: one touch opens one link. */
export function spendTouch(): boolean {
  const fresh = performance.now() - touchedAt <= lifeMs
  touchedAt = Number.NEGATIVE_INFINITY
  return fresh
}
