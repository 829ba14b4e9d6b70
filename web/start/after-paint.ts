/** A page that is not drawn, behind another window or with a style sheet that is late, goes on all the same. */
const patienceMs = 300

/**
 * Runs work that the first paint need not wait for: the first touch of a storage alone takes a slow telephone a
 * fiftieth of a second. It may run twice.
 */
export function afterPaint(run: () => void): void {
  setTimeout(run, patienceMs)
  requestAnimationFrame(() => setTimeout(run))
}
