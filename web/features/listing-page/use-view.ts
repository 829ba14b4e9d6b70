import { useEffect } from 'react'
import { api } from '#web/client/api.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { whenLookedAt } from '#web/telegram/index.ts'

const types = { order: 'project', vacancy: 'vacancy' } as const

/** Counts that somebody has looked at another person's listing. */
export function useView({ id, kind, is_owner }: Listing): void {
  useEffect(() => {
    if (is_owner) return
    return whenLookedAt(() => {
      // a lost view is not worth a word to the reader
      api('POST /api/app/view', { body: { entity_type: types[kind], entity_id: id } }).catch(() => undefined)
    })
  }, [id, kind, is_owner])
}
