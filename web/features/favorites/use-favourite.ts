import { useMutation } from '@tanstack/react-query'
import { api } from '#web/client/api.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'
import { favouriteCalls } from './queries.ts'

/** Orders, vacancies and people have ids of their own. */
export type Favourite = { kind: 'order' | 'vacancy' | 'user'; id: number }
type Wish = { item: Favourite; on: boolean }

function send({ item: { kind, id }, on }: Wish) {
  if (kind === 'order') {
    const body = { project_id: id }
    return on
      ? api('POST /favorites/add_project', { body })
      : api('DELETE /favorites/delete_project', { body })
  }
  if (kind === 'user') {
    const body = { user_id: id }
    return on ? api('POST /favorites/add_user', { body }) : api('DELETE /favorites/delete_user', { body })
  }
  const body = { vacancy_id: id }
  return on ? api('POST /favorites/add_vacancy', { body }) : api('DELETE /favorites/delete_vacancy', { body })
}

/** Turns the heart at once on every copy of the item in the cache, and back when the server refuses. */
export function useFavourite() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: send,
    onMutate: ({ item, on }) => {
      mark(item, on)
      haptic('light')
    },
    onSuccess: (_done, { item, on }) => {
      void queryClient.invalidateQueries({ queryKey: [favouriteCalls[item.kind]], refetchType: 'none' })
      showToast({ text: t(on ? 'favourites.added' : 'favourites.removed') })
    },
    onError: (error, { item, on }) => {
      mark(item, !on)
      void showFailure(error)
    },
  })
}

function mark(item: Favourite, on: boolean): void {
  queryClient.setQueriesData({}, (data: unknown) => replaced(data, item, on))
}

/** People are told from listings by what only they have: a name. */
function isItem(data: object, { kind, id }: Favourite): boolean {
  if (!('is_favorite' in data && 'id' in data) || data.id !== id) return false
  return kind === 'user' ? 'full_name' in data : 'kind' in data && data.kind === kind
}

/** The same data with the item's heart changed; parts that do not hold it keep their identity. */
function replaced(data: unknown, item: Favourite, on: boolean): unknown {
  if (Array.isArray(data)) {
    const items = data.map((part) => replaced(part, item, on))
    return items.some((part, index) => part !== data[index]) ? items : data
  }
  if (typeof data !== 'object' || data === null) return data
  if (isItem(data, item)) return { ...data, is_favorite: on }
  const entries = Object.entries(data).map(([key, value]) => [key, replaced(value, item, on)] as const)
  return entries.some(([key, value]) => value !== data[key as keyof typeof data])
    ? Object.fromEntries(entries)
    : data
}
