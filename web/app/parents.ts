import type { ListingKind } from '#contract/lifecycle.ts'
import { query, queryClient } from '#web/client/query.ts'
import { cachedPage, findInLists } from '#web/features/listings/queries.ts'

const feed = '/search/personal'
/** Lists of own responses. The path without a kind shows a client the responses to own listings. */
const ownResponsesPaths = { order: '/responses?kind=orders', vacancy: '/responses?kind=vacancies' } as const

/** Path that Back leads to on a page that was opened by a link, usually the list that contains the page's item. */
export function parentPath(path: string): string {
  const [, section = '', id, rest] = path.split('/')
  if ((section === 'order' || section === 'vacancy') && /^\d+$/.test(id ?? ''))
    return rest ? `/${section}/${id}` : listPathOf(section, Number(id))
  if (id === undefined) return feed
  if (section === 'order' || section === 'vacancy') return '/listings'
  if (section === 'user') return '/search/freelancer'
  if (section === 'service') return '/search/freelancer?show=services'
  if (section === 'request') return isReceivedRequest(Number(id)) ? ownResponsesPaths.order : '/listings'
  if (section === 'responses') return ownResponsesPaths.order
  return section === 'chat' || section === 'profile' || section === 'admin-panel' ? `/${section}` : feed
}

/** Returns the path of the list that a listing belongs to: own listings, own responses, or the feed. */
function listPathOf(kind: ListingKind, id: number): string {
  const listing = cachedPage(kind, id) ?? findInLists(kind, id)
  if (listing?.is_owner) return '/listings'
  return listing?.is_responded ? ownResponsesPaths[kind] : feed
}

/** True for a cached request for a service of the viewer. A sent one is among the own listings. */
const isReceivedRequest = (id: number) =>
  queryClient.getQueryData(query('GET /api/service_requests/:id', { params: { id } }).queryKey)?.side ===
  'freelancer'
