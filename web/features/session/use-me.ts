import { useQuery } from '@tanstack/react-query'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'

export type Me = ReplyOf<'POST /auth/login'>['user']

/** Returns the user of the session. Undefined until the login is finished. */
export function useMe(): Me | undefined {
  return useQuery(sessionQuery).data?.user
}

let updates = 0

/** Updates the user in the cached session. */
export function updateMe(part: Partial<Me>): void {
  updates++
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session ? { ...session, user: { ...session.user, ...part } } : session,
  )
}

/**
 * Reloads the own user. Errors are ignored, because the old data stays usable. If the user was updated meanwhile, the
 * answer may be older than the update, so it is dropped.
 */
export async function refreshMe(user_id: number): Promise<void> {
  const updatesBefore = updates
  const fresh = await api('GET /api/users/full_user_info', { query: { user_id } }).catch(() => null)
  if (fresh && updates === updatesBefore) updateMe(fresh.user)
}
