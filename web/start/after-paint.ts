/** Fallback for pages without a paint, such as hidden windows or a late style sheet. */
const fallbackMs = 300

/**
 * Runs work that must not delay the first paint: the first access to storage takes 20 ms on a slow phone.
 * `run` may be called twice.
 */
export function afterPaint(run: () => void): void {
  setTimeout(run, fallbackMs)
  requestAnimationFrame(() => setTimeout(run))
}
