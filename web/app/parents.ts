import type { ListingKind } from '#contract/lifecycle.ts'
import { listedAlready, openedAlready } from '#web/features/listings/queries.ts'

const feed = '/search/personal'

/** Where Back leads from a page that was opened by a link: to the list that the page belongs to. */
export function parentOf(path: string): string {
  const [, section = '', id, rest] = path.split('/')
  if ((section === 'order' || section === 'vacancy') && /^\d+$/.test(id ?? ''))
    return rest ? `/${section}/${id}` : listOf(section, Number(id))
  if (id === undefined) return feed
  if (section === 'order' || section === 'vacancy') return '/listings'
  if (section === 'user') return '/search/freelancer'
  return section === 'responses' || section === 'chat' || section === 'profile' || section === 'admin-panel'
    ? `/${section}`
    : feed
}

/** Own listings, own responses, or the feed. */
function listOf(kind: ListingKind, id: number): string {
  const listing = openedAlready(kind, id) ?? listedAlready(kind, id)
  if (listing?.is_owner) return '/listings'
  return listing?.is_responded ? '/responses' : feed
}
