import { type ServiceSorting, serviceSortings } from '#contract/options.ts'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import type { ServiceQuery } from '#web/features/services/queries.ts'

/** Search for services as stored in the URL. Back and shared links therefore restore the search. */
export type ServiceSearch = {
  text: string
  /** True to search by the words as they are typed, without correcting mistakes. */
  isExact?: boolean
  sort: ServiceSorting
  category: string
  /** Ends of the price range, in major units of the currency. */
  from: string
  to: string
  /** Id of the currency of the price range. */
  currency: string
  /** Most days that the work may take. */
  days: string
}

/** Most days that can be chosen: three days, a week, two weeks or a month. */
export const offeredDays = ['3', '7', '14', '30'] as const

const roubles = '1'

export const noServiceFilters: Omit<ServiceSearch, 'text' | 'sort'> = {
  category: '',
  from: '',
  to: '',
  currency: roubles,
  days: '',
}

const idPattern = /^[1-9]\d{0,8}$/

export function readServiceSearch(params: URLSearchParams): ServiceSearch {
  const read = (name: string, isValid: (value: string) => boolean) => {
    const value = params.get(name) ?? ''
    return isValid(value) ? value : ''
  }
  const isAmount = (value: string) => parseAmount(value) !== null
  return {
    text: params.get('query') ?? '',
    isExact: params.has('exact'),
    sort: serviceSortings.find((known) => known === params.get('sort')) ?? 'fitting',
    category: read('category', (value) => idPattern.test(value)),
    from: read('from', isAmount),
    to: read('to', isAmount),
    currency: read('currency', (value) => idPattern.test(value)) || roubles,
    days: offeredDays.find((known) => known === params.get('days')) ?? '',
  }
}

export function writeServiceSearch(search: ServiceSearch): URLSearchParams {
  const { text, sort, category, from, to, currency, days } = search
  const values = {
    show: 'services',
    query: text,
    exact: text && search.isExact ? '1' : '',
    sort: sort === 'fitting' ? '' : sort,
    category,
    from,
    to,
    currency: currency === roubles || !(from || to) ? '' : currency,
    days,
  }
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
}

/** Converts the search to the query of the API. */
export function serviceQueryOf(search: ServiceSearch): ServiceQuery {
  const { text, category, from, to, currency, days } = search
  return {
    query: text.trim() || undefined,
    category_id: category ? Number(category) : undefined,
    price_from: parseAmount(from) ?? undefined,
    price_to: parseAmount(to) ?? undefined,
    currency_id: from || to ? Number(currency) : undefined,
    days_to: days ? Number(days) : undefined,
    sort: search.sort,
    is_exact: search.isExact || undefined,
  }
}

/** Returns the number of active filters, which the filter button shows. A price range counts once. */
export const countServiceFilters = ({ category, from, to, days }: ServiceSearch) =>
  [category, from || to, days].filter(Boolean).length
