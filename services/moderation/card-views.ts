/** Views with more text than fits the card, shown page by page. */
const unfoldedViews = ['text', 'before', 'twins'] as const
export type UnfoldedView = (typeof unfoldedViews)[number]
/** Views in which a reason is chosen. */
export type ReasonsView = 'reasons' | 'removals' | 'warnings' | 'blocks'
/** Everything a review card can show below its text: decisions, reasons, or a page to read. */
export type View = 'decisions' | ReasonsView | UnfoldedView

export function isUnfolded(view: View): view is UnfoldedView {
  return unfoldedViews.some((one) => one === view)
}
