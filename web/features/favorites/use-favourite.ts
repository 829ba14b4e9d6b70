import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { queryClient } from '#web/query.ts'
import { haptic } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

type Wish = { listing: Pick<Listing, 'id' | 'kind'>; on: boolean }

function send({ listing, on }: Wish) {
  if (listing.kind === 'order') {
    const body = { project_id: listing.id }
    return on
      ? api('POST /favorites/add_project', { body })
      : api('DELETE /favorites/delete_project', { body })
  }
  const body = { vacancy_id: listing.id }
  return on ? api('POST /favorites/add_vacancy', { body }) : api('DELETE /favorites/delete_vacancy', { body })
}

/** Turns the heart at once on every copy of the listing in the cache, and back when the server refuses. */
export function useFavourite() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: send,
    onMutate: ({ listing, on }) => {
      mark(listing, on)
      haptic('light')
    },
    onSuccess: (_done, { on }) => {
      showToast({ text: t(on ? 'favourites.added' : 'favourites.removed') })
    },
    onError: (error, { listing, on }) => {
      mark(listing, !on)
      void showFailure(error)
    },
  })
}

function mark(listing: Wish['listing'], on: boolean): void {
  queryClient.setQueriesData({}, (data: unknown) => replaced(data, listing, on))
}

/** The same data with the listing's heart changed; parts that do not hold it keep their identity. */
function replaced(data: unknown, listing: Wish['listing'], on: boolean): unknown {
  if (Array.isArray(data)) {
    const items = data.map((item) => replaced(item, listing, on))
    return items.some((item, index) => item !== data[index]) ? items : data
  }
  if (typeof data !== 'object' || data === null) return data
  if (
    'is_favorite' in data &&
    'id' in data &&
    'kind' in data &&
    data.id === listing.id &&
    data.kind === listing.kind
  )
    return { ...data, is_favorite: on }
  const entries = Object.entries(data).map(([key, value]) => [key, replaced(value, listing, on)] as const)
  return entries.some(([key, value]) => value !== data[key as keyof typeof data])
    ? Object.fromEntries(entries)
    : data
}
