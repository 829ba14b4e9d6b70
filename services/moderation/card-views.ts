/** Views that show more than the card has room for, page by page. */
const unfoldedViews = ['text', 'before', 'twins'] as const
export type UnfoldedView = (typeof unfoldedViews)[number]
/** What the buttons offer when a reason is chosen. */
export type ReasonsView = 'reasons' | 'removals' | 'warnings' | 'blocks'
/** What a card offers: the decisions, the reasons of one of them, or more to read. */
export type View = 'decisions' | ReasonsView | UnfoldedView

export function isUnfolded(view: View): view is UnfoldedView {
  return unfoldedViews.some((one) => one === view)
}
