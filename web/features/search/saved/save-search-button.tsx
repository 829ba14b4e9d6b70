import { Bookmark, BookmarkCheck } from 'lucide-react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { type OrderSearch, toApiFilters } from '#web/features/search/params/search-params.ts'
import { useSearchLabels } from '#web/features/search/params/use-description.ts'
import { askForBotAccessOnce } from '#web/features/session/write-access.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { useSaveSearch } from './saved-queries.ts'

/** Saves the search, so that the bot sends notifications about new results. */
export function SaveSearchButton({ kind, search }: { kind: ListingKind; search: OrderSearch }) {
  const { t } = useTranslation()
  const describeSearch = useSearchLabels()
  const saving = useSaveSearch()
  const filters = toApiFilters(search)
  const isSaved = saving.isSuccess && JSON.stringify(saving.variables.filters) === JSON.stringify(filters)
  const saveSearch = () => {
    const name = describeSearch(kind, search).join(' · ') || t(`searches.all.${kind}`)
    saving.mutate(
      { kind, name: name.slice(0, limits.savedSearches.name), filters },
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
    <Button
      wide
      variant="fill"
      icon={isSaved ? BookmarkCheck : Bookmark}
      disabled={isSaved}
      loading={saving.isPending}
      onClick={saveSearch}
    >
      {t(isSaved ? 'searches.isSaved' : 'searches.save')}
    </Button>
  )
}
