import { api } from '#web/client/api.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'

/** After a reload the saved session may hold outdated data of its person; this loads the current data. */
export async function refreshPerson(): Promise<void> {
  // The answer may come before anything on the screen has asked for the session.
  const { user } = await queryClient.ensureQueryData(sessionQuery)
  const { user: fresh } = await api('GET /api/users/full_user_info', { query: { user_id: user.id } })
  queryClient.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, user: { ...old.user, ...fresh } })
}
