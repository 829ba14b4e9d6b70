import { api } from '#web/client/http/api.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'

/** Loads the current user after a reload, because the stored session may be outdated. */
export async function refreshPerson(): Promise<void> {
  // The call may finish before any component has loaded the session.
  const { user } = await queryClient.ensureQueryData(sessionQuery)
  const { user: fresh } = await api('GET /api/users/full_user_info', { query: { user_id: user.id } })
  queryClient.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, user: { ...old.user, ...fresh } })
}
