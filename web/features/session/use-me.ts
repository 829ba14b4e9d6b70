import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#web/client/http/api.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'

export type Me = ReplyOf<'POST /auth/login'>['user']

/** Returns the user of the session. Undefined until the login is finished. */
export function useMe(): Me | undefined {
  return useQuery(sessionQuery).data?.user
}

/** Updates the user in the cached session. */
export function updateMe(part: Partial<Me>): void {
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session ? { ...session, user: { ...session.user, ...part } } : session,
  )
}
