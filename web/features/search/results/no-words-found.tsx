import { useQueries } from '@tanstack/react-query'
import { BellPlus, SearchX } from 'lucide-react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { formatTotal } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { countListings } from '#web/features/listings/queries.ts'
import { type OrderSearch, toApiFilters } from '#web/features/search/params/search-params.ts'
import { useSaveSearch } from '#web/features/search/saved/saved-queries.ts'
import { askForBotAccessOnce } from '#web/features/session/write-access.ts'
import { haptic } from '#web/telegram/index.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { showToast } from '#web/ui/overlays.ts'

type NoWordsFoundProps = {
  kind: ListingKind
  search: OrderSearch
  onSearch: (search: OrderSearch) => void
}

/** Most single words that are suggested. */
const mostWords = 6

/** Empty state of a search by words. It suggests the single words that find something, and a notification. */
export function NoWordsFound({ kind, search, onSearch }: NoWordsFoundProps) {
  const { t } = useTranslation()
  const text = search.text.trim()
  const typedWords = [...new Set(text.split(/[\s,;"«»]+/).filter((word) => word.length > 1))]
  const words = typedWords.length > 1 ? typedWords.slice(0, mostWords) : []
  const counts = useQueries({
    queries: words.map((word) => countListings(kind, toApiFilters({ ...search, text: word }))),
  })
  const foundWords = words.flatMap((word, at) => {
    const page = counts[at]?.data
    return page && page.pagination.total > 0
      ? [{ word: page.corrected ?? word, count: formatTotal(page.pagination) }]
      : []
  })
  return (
    <>
      <EmptyState
        icon={SearchX}
        title={t('search.none.title')}
        text={t(search.isExact ? 'search.none.otherWords' : 'search.none.forgiving')}
      />
      {foundWords.length > 0 && (
        <Card>
          <h2 className="head">{t('search.none.oneWord')}</h2>
          <Chips label={t('search.none.oneWord')}>
            {foundWords.map(({ word, count }) => (
              <Chip key={word} onClick={() => onSearch({ ...search, text: word, isExact: false })}>
                {word} <span className="muted">{count}</span>
              </Chip>
            ))}
          </Chips>
        </Card>
      )}
      <AlertCell kind={kind} search={search} />
    </>
  )
}

/** Saves the search, so that the bot writes when something with exactly these words is published. */
function AlertCell({ kind, search }: Pick<NoWordsFoundProps, 'kind' | 'search'>) {
  const { t } = useTranslation()
  const saving = useSaveSearch()
  const words = search.text.trim()
  const save = () => {
    if (saving.isPending || saving.isSuccess) return
    saving.mutate(
      { kind, name: words.slice(0, limits.savedSearches.name), filters: toApiFilters(search) },
      {
        onSuccess: () => {
          haptic('success')
          showToast({ text: t('searches.saved') })
          void askForBotAccessOnce()
        },
      },
    )
  }
  return (
    <List icons>
      <Cell
        icon={BellPlus}
        title={t(saving.isSuccess ? 'searches.isSaved' : 'search.none.alert')}
        note={t('search.none.alert.note', { words })}
        onClick={save}
      />
    </List>
  )
}
