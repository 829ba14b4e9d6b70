import { useMutation } from '@tanstack/react-query'
import { api } from '#web/client/http/api.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'
import { favouriteCalls } from './queries.ts'

/** A favourite by kind and id. The `kind` is needed, because orders, vacancies and people can have the same id. */
export type Favourite = { kind: 'order' | 'vacancy' | 'user'; id: number }
type FavouriteChange = { item: Favourite; isFavourite: boolean }

function saveFavourite({ item: { kind, id }, isFavourite }: FavouriteChange) {
  if (kind === 'order') {
    const body = { project_id: id }
    return isFavourite
      ? api('POST /favorites/add_project', { body })
      : api('DELETE /favorites/delete_project', { body })
  }
  if (kind === 'user') {
    const body = { user_id: id }
    return isFavourite
      ? api('POST /favorites/add_user', { body })
      : api('DELETE /favorites/delete_user', { body })
  }
  const body = { vacancy_id: id }
  return isFavourite
    ? api('POST /favorites/add_vacancy', { body })
    : api('DELETE /favorites/delete_vacancy', { body })
}

/** Updates every cached copy of the item at once, and restores the copies if the server refuses. */
export function useFavourite() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: saveFavourite,
    onMutate: ({ item, isFavourite }) => {
      setFavouriteInCache(item, isFavourite)
      haptic('light')
    },
    onSuccess: (_reply, { item, isFavourite }) => {
      void queryClient.invalidateQueries({ queryKey: [favouriteCalls[item.kind]], refetchType: 'none' })
      showToast({ text: t(isFavourite ? 'favourites.added' : 'favourites.removed') })
    },
    onError: (error, { item, isFavourite }) => {
      setFavouriteInCache(item, !isFavourite)
      void showFailure(error)
    },
  })
}

function setFavouriteInCache(item: Favourite, isFavourite: boolean): void {
  queryClient.setQueriesData({}, (data: unknown) => withFlag(data, item, isFavourite))
}

/** True if the data describes this item. Only people have `full_name`, and only listings have `kind`. */
function isItem(data: object, { kind, id }: Favourite): boolean {
  if (!('is_favorite' in data && 'id' in data) || data.id !== id) return false
  return kind === 'user' ? 'full_name' in data : 'kind' in data && data.kind === kind
}

/**
 * Returns the data with the favourite flag of the item changed. Unchanged objects are returned as they are, so that
 * React skips them.
 */
function withFlag(data: unknown, item: Favourite, isFavourite: boolean): unknown {
  if (Array.isArray(data)) {
    const items = data.map((element) => withFlag(element, item, isFavourite))
    return items.some((element, index) => element !== data[index]) ? items : data
  }
  if (typeof data !== 'object' || data === null) return data
  if (isItem(data, item)) return { ...data, is_favorite: isFavourite }
  const entries = Object.entries(data).map(
    ([key, value]) => [key, withFlag(value, item, isFavourite)] as const,
  )
  return entries.some(([key, value]) => value !== data[key as keyof typeof data])
    ? Object.fromEntries(entries)
    : data
}
