import { limits } from '#contract/limits.ts'
import { api } from '#web/client/api.ts'
import { onLook } from '#web/telegram/look.ts'

/** On which day the server was told of a card, or is about to be. */
const told = new Map<number, string>()
const untold = new Set<number>()
let gathering: ReturnType<typeof setTimeout> | undefined

/** The card of another person's listing stood on the screen; the server is told of it together with others. */
export function noteShown(listing_id: number): void {
  const today = new Date().toISOString().slice(0, 10)
  if (told.get(listing_id) === today) return
  told.set(listing_id, today)
  untold.add(listing_id)
  gathering ??= setTimeout(tell, limits.shown.gatherMs)
}

function tell(): void {
  clearTimeout(gathering)
  gathering = undefined
  const listing_ids = [...untold].slice(0, limits.shown.count)
  untold.clear()
  // One that gets lost is missing in a sum, which is not worth a word to the reader.
  if (listing_ids.length > 0) api('POST /api/app/shown', { body: { listing_ids } }).catch(() => undefined)
}

// Whoever leaves does not take the last looks along.
onLook((isSeen) => isSeen || tell())
