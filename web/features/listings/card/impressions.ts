import { limits } from '#contract/limits.ts'
import { api } from '#web/client/http/api.ts'
import { onAppVisibility } from '#web/telegram/look.ts'

/** Day of the last report of a card view, by listing id. A listing is reported at most once a day. */
const lastReportDays = new Map<number, string>()
const unreported = new Set<number>()
let batchTimer: ReturnType<typeof setTimeout> | undefined

/** Counts a view of a listing's card. Views are reported to the server in batches. */
export function countView(listing_id: number): void {
  const today = new Date().toISOString().slice(0, 10)
  if (lastReportDays.get(listing_id) === today) return
  lastReportDays.set(listing_id, today)
  unreported.add(listing_id)
  batchTimer ??= setTimeout(sendBatch, limits.shownCards.gatherMs)
}

function sendBatch(): void {
  clearTimeout(batchTimer)
  batchTimer = undefined
  const listing_ids = [...unreported].slice(0, limits.shownCards.count)
  unreported.clear()
  // Errors are ignored, because a lost report changes only a statistic.
  if (listing_ids.length > 0) api('POST /api/app/shown', { body: { listing_ids } }).catch(() => undefined)
}

// The last batch of card views is sent when the app is hidden.
onAppVisibility((isVisible) => isVisible || sendBatch())
