import { useQuery } from '@tanstack/react-query'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'

export type Me = ReplyOf<'POST /auth/login'>['user']

/** Returns the user of the session. Undefined until the login is finished. */
export function useMe(): Me | undefined {
  return useQuery(sessionQuery).data?.user
}

let changes = 0
let reloads = 0
/** Number of the reload whose answer is shown. */
let shownReload = 0

function showMe(part: Partial<Me>): void {
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session ? { ...session, user: { ...session.user, ...part } } : session,
  )
}

/** Updates the user in the cached session with what the person has changed. */
export function updateMe(part: Partial<Me>): void {
  changes++
  showMe(part)
}

/**
 * Reloads the own user. Errors are ignored, because the old data stays usable. If the person changed something
 * meanwhile, or a later reload was answered first, the answer may be older than what is shown, so it is dropped.
 */
export async function refreshMe(user_id: number): Promise<void> {
  const changesBefore = changes
  const reload = ++reloads
  const fresh = await api('GET /api/users/full_user_info', { query: { user_id } }).catch(() => null)
  if (!fresh || changes !== changesBefore || reload < shownReload) return
  shownReload = reload
  showMe(fresh.user)
}
