/**
 * Finds the page of the mini-app that a start parameter names. Start parameters in every spelling that was ever shared
 * are accepted; share-links.ts writes the current spelling.
 */

export const linkPages = [
  'order',
  'vacancy',
  'user',
  'search',
  'search-personal',
  'listings',
  'responses',
  'profile',
  'chat',
  'about',
  'faq',
  'payment',
] as const
export type LinkPage = (typeof linkPages)[number]
export type DeepLink = { page: LinkPage; id?: number; query?: string; section?: 'responses' | 'extend' }

const homeLink: DeepLink = { page: 'search-personal' }
const keys = {
  page: 'page',
  orderid: 'order',
  vacancyid: 'vacancy',
  vacansyid: 'vacancy',
  userid: 'user',
  responseid: 'responses',
} as const
const needsId: LinkPage[] = ['order', 'vacancy', 'user']
const startParameter = /^[\w-]{1,512}$/
const idPattern = /^[1-9]\d{0,15}$/

/** Returns key and value of one part of a start parameter, such as `orderId_12`; undefined for an unknown key. */
function parsePair(part: string): [string, string] | undefined {
  const at = part.indexOf('_')
  const key = (at < 0 ? part : part.slice(0, at)).toLowerCase()
  if (!(key in keys) && key !== 'query') return undefined
  const value = part.slice(at + 1)
  return at < 0 || (key !== 'query' && value.includes('_')) ? undefined : [key, value]
}

function isKey(part: string): boolean {
  return part.toLowerCase() in keys || part.toLowerCase() === 'query'
}

/**
 * Returns the keys and values of a start parameter, which may be spelled in three ways: `page_order___orderId_1`,
 * `page__order__orderId__1` and `page_order_orderId_1`.
 */
function parsePairs(text: string): [string, string][] {
  const parts = text.split(/_{2,}/)
  const parsedPairs = parts.map(parsePair)
  if (parsedPairs.every((item) => item !== undefined)) return parsedPairs
  if (parts.length % 2 === 0 && parts.every((part, index) => index % 2 === 1 || isKey(part)))
    return Array.from({ length: parts.length / 2 }, (_, i) => [parts[i * 2] ?? '', parts[i * 2 + 1] ?? ''])
  const collectedPairs: [string, string][] = []
  for (const word of text.split(/_+/)) {
    const last = collectedPairs.at(-1)
    if (isKey(word)) collectedPairs.push([word, ''])
    else if (last) last[1] = last[1] ? `${last[1]}_${word}` : word
  }
  return collectedPairs
}

/**
 * Returns the page that a start parameter names. An unknown, contradictory or unsafe parameter opens the personal
 * collection.
 */
export function parseStartParam(text: string | null | undefined): DeepLink {
  if (!text || !startParameter.test(text)) return homeLink
  const values = new Map<string, string>()
  // In a start parameter, underscores at both ends and the case of letters are ignored.
  for (const [rawKey, rawValue] of parsePairs(text.replace(/^_+|_+$/g, ''))) {
    const lowerKey = rawKey.toLowerCase()
    const key = lowerKey === 'query' ? 'query' : keys[lowerKey as keyof typeof keys]
    const value = key === 'query' ? rawValue : rawValue.toLowerCase()
    if (values.has(key) && values.get(key) !== value) return homeLink
    values.set(key, value)
  }
  const namedPages = needsId.filter((page) => values.has(page))
  const page = values.get('page') ?? namedPages[0] ?? (values.has('query') ? 'search' : undefined)
  if (!linkPages.includes(page as LinkPage)) return homeLink
  const knownPage = page as LinkPage
  const query = values.has('query') ? decodeQuery(values.get('query') ?? '') : undefined
  const id = values.get(knownPage)
  // The page `responses` works with and without an id: with an id it shows a single response, without one all
  // responses.
  if (!needsId.includes(knownPage) && !(knownPage === 'responses' && id !== undefined))
    return query === undefined ? { page: knownPage } : { page: knownPage, query }
  const isNamed = namedPages.length === (needsId.includes(knownPage) ? 1 : 0)
  if (!isNamed || !id || !idPattern.test(id) || !Number.isSafeInteger(Number(id))) return homeLink
  return { page: knownPage, id: Number(id) }
}

/** Path of the linked page inside the mini-app. */
export function pathOf(link: DeepLink): string {
  if (link.section === 'extend') return `/${link.page}/${link.id}?pay=extend`
  if (link.id !== undefined) return `/${link.page}/${link.id}${link.section ? `/${link.section}` : ''}`
  const path =
    link.page === 'search-personal'
      ? '/search/personal'
      : link.page === 'search'
        ? '/search/orders'
        : link.page === 'payment'
          ? '/payment/check'
          : `/${link.page}`
  return link.query === undefined ? path : `${path}?query=${encodeURIComponent(link.query)}`
}

export function decodeQuery(text: string): string {
  try {
    return decodeURIComponent(text.replace(/-/g, '%'))
  } catch {
    return text
  }
}
