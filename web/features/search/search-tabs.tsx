import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lastAddress } from '#web/client/places.ts'
import { query } from '#web/client/query.ts'
import { shownTotal } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { countListings } from '#web/features/listings/queries.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { filtersOf, readSearch } from './search-params.ts'

const sections = { personal: 'personal', orders: 'orders', vacancies: 'vacancies', freelancer: 'freelancers' }
const one = { page: 1, per_page: 1 }

/** A section as it was left, with the words of now. */
function addressOf(section: string, text: string): string {
  const [path = '', search] = lastAddress(`/search/${section}`).split('?')
  const params = new URLSearchParams(search)
  if (text) params.set('query', text)
  else params.delete('query')
  // Not by `size`, which engines of three years ago do not have.
  const kept = params.toString()
  return kept && section !== 'personal' ? `${path}?${kept}` : path
}

/** How much a section has for the words, with the filters of an address. */
export function countFound(section: string, text: string, filters: string) {
  if (section === 'freelancer')
    return query('POST /api/users/get_all_users', { body: { filters: { search: text }, pagination: one } })
  const search = { ...readSearch(new URLSearchParams(filters)), text }
  return countListings(section === 'orders' ? 'order' : 'vacancy', filtersOf(search))
}

/** How much that is; nothing is asked while nothing is searched for. */
function useCount(section: string, words: string): string | undefined {
  const question = countFound(section, words, addressOf(section, words).split('?')[1] ?? '')
  const found = useQuery({
    // The answer about people has the same total.
    ...(question as ReturnType<typeof countListings>),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  return shownTotal(found.data?.pagination)
}

/** What can be searched, each under an address of its own; `text` is what is searched for. */
export function SearchTabs({ text = '' }: { text?: string }) {
  const { t } = useTranslation()
  const words = text.trim()
  const counts: Record<string, string | undefined> = {
    orders: useCount('orders', words),
    vacancies: useCount('vacancies', words),
    freelancer: useCount('freelancer', words),
  }
  return (
    <Tabs
      label={t('search.group')}
      items={Object.entries(sections).map(([section, name]) => ({
        to: addressOf(section, words),
        label: t(`search.tab.${name}`),
        count: words ? counts[section] : undefined,
      }))}
    />
  )
}
