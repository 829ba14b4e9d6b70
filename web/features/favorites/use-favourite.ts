import { useMutation } from '@tanstack/react-query'
import { api } from '#web/client/http/api.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'
import { favouriteCalls } from './queries.ts'

/** `kind` is needed, because ids of orders, vacancies and people overlap. */
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

/** Updates every cached copy of the item optimistically; restores it if the server refuses. */
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

/** People have `full_name`, listings have `kind`. */
function isItem(data: object, { kind, id }: Favourite): boolean {
  if (!('is_favorite' in data && 'id' in data) || data.id !== id) return false
  return kind === 'user' ? 'full_name' in data : 'kind' in data && data.kind === kind
}

/** The data with the item's flag changed; unaffected parts keep their identity, so React skips them. */
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
