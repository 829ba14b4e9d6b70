import { useEffect } from 'react'
import { api } from '#web/client/http/api.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { whenAppVisible } from '#web/telegram/index.ts'

const types = { order: 'project', vacancy: 'vacancy' } as const

/** Counts a view of another person's listing. */
export function useCountView({ id, kind, is_owner }: Listing): void {
  useEffect(() => {
    if (is_owner) return
    return whenAppVisible(() => {
      // Errors are ignored: a lost view changes only a statistic.
      api('POST /api/app/view', { body: { entity_type: types[kind], entity_id: id } }).catch(() => undefined)
    })
  }, [id, kind, is_owner])
}
