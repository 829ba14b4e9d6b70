/**
 * Finds the page of the mini-app that a start parameter names. Start parameters in every spelling that was ever shared
 * are accepted; share-links.ts writes the current spelling.
 */

import { parseId } from './row-id.ts'

export const linkPages = [
  'order',
  'vacancy',
  'user',
  'service',
  'search',
  'search-personal',
  'orders',
  'vacancies',
  'listings',
  'responses',
  'profile',
  'chat',
  'about',
  'faq',
  'payment',
] as const
export type LinkPage = (typeof linkPages)[number]
export type DeepLink = {
  page: LinkPage
  id?: number
  query?: string
  /** Part or action of the page. `edit` and `withdraw` are about the own response to the listing. */
  section?: 'responses' | 'extend' | 'edit' | 'withdraw'
  /** Id of the channel whose post led to the listing. */
  from?: number
  /** Id of a response to the listing; its section asks whether to choose the sender. */
  choose?: number
}

const homeLink: DeepLink = { page: 'search-personal' }
const keys = {
  page: 'page',
  orderid: 'order',
  vacancyid: 'vacancy',
  vacansyid: 'vacancy',
  userid: 'user',
  serviceid: 'service',
  responseid: 'responses',
} as const
const needsId: LinkPage[] = ['order', 'vacancy', 'user', 'service']
/** Link of a post in a channel: the link of the listing, and the id of the channel. */
const fromChannel = /^(page_(?:order|vacancy)___(?:orderId|vacansyId)_\d+)___from_([1-9]\d{0,8})$/
const startParameter = /^[\w-]{1,512}$/
/** Key of an id with an underscore, as in `vacancy_id_7`. */
const idKey = '(?:order|vacancy|vacansy|user|response|service)_id'
const pairPattern = new RegExp(`^(${idKey}|[^_]+)_(.*)$`, 'i')
const wordPattern = new RegExp(`${idKey}(?=_|$)|[^_]+`, 'gi')

/** Key without regard to case, and to the underscore of `vacancy_id`. */
function toKey(text: string): string {
  return text.toLowerCase().replace('_', '')
}

function isKey(part: string): boolean {
  return toKey(part) in keys || toKey(part) === 'query'
}

/** Key and value of a part of the start parameter such as `orderId_12`; undefined for an unknown key. */
function parsePair(part: string): [string, string] | undefined {
  const [, key = '', value = ''] = pairPattern.exec(part) ?? []
  return isKey(key) && (toKey(key) === 'query' || !value.includes('_')) ? [key, value] : undefined
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
  for (const word of text.match(wordPattern) ?? []) {
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
  const [, listing, channel] = fromChannel.exec(text) ?? []
  return listing ? { ...parsePage(listing), from: Number(channel) } : parsePage(text)
}

function parsePage(text: string): DeepLink {
  const values = new Map<string, string>()
  // In a start parameter, underscores at both ends and the case of letters are ignored.
  for (const [rawKey, rawValue] of parsePairs(text.replace(/^_+|_+$/g, ''))) {
    const knownKey = toKey(rawKey)
    const key = knownKey === 'query' ? 'query' : keys[knownKey as keyof typeof keys]
    const value = key === 'query' ? rawValue : rawValue.toLowerCase()
    if (values.has(key) && values.get(key) !== value) return homeLink
    values.set(key, value)
  }
  const namedPages = needsId.filter((page) => values.has(page))
  const page = values.get('page') ?? namedPages[0] ?? (values.has('query') ? 'search' : undefined)
  if (!linkPages.includes(page as LinkPage)) return homeLink
  const knownPage = page as LinkPage
  const query = values.has('query') ? decodeQuery(values.get('query') ?? '') : undefined
  const idText = values.get(knownPage)
  // The page `responses` opens with an id too: without one it shows all responses, with one a single response.
  if (!needsId.includes(knownPage) && !(knownPage === 'responses' && idText !== undefined))
    return query === undefined ? { page: knownPage } : { page: knownPage, query }
  const isNamed = namedPages.length === (needsId.includes(knownPage) ? 1 : 0)
  const id = parseId(idText)
  return isNamed && id !== undefined ? { page: knownPage, id } : homeLink
}

/** Paths that differ from the page's name. */
const pathByPage: Partial<Record<LinkPage, string>> = {
  'search-personal': '/search/personal',
  search: '/search/orders',
  orders: '/search/orders',
  vacancies: '/search/vacancies',
  // The bot's button of this page stands under messages about own responses. Without the kind a client would see the
  // responses to own listings.
  responses: '/responses?kind=orders',
  payment: '/payment/check',
}

/** Path of the linked page inside the mini-app. */
export function pathOf(link: DeepLink): string {
  if (link.section === 'extend') return `/${link.page}/${link.id}?pay=extend`
  if (link.section === 'edit' || link.section === 'withdraw')
    return `/${link.page}/${link.id}?own=${link.section}`
  if (link.choose !== undefined) return `/${link.page}/${link.id}/responses?choose=${link.choose}`
  if (link.id !== undefined) return `/${link.page}/${link.id}${link.section ? `/${link.section}` : ''}`
  const path = pathByPage[link.page] ?? `/${link.page}`
  // The page `search` without words is the specification's /search, which leads to the personal collection.
  if (link.page === 'search' && link.query === undefined) return pathOf(homeLink)
  return link.query === undefined ? path : `${path}?query=${encodeURIComponent(link.query)}`
}

export function decodeQuery(text: string): string {
  try {
    return decodeURIComponent(text.replace(/-/g, '%'))
  } catch {
    return text
  }
}
