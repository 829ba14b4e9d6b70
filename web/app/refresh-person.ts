import { api } from '#web/client/api.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'
import { session } from '#web/client/session.ts'

/** After a reload the saved session may hold outdated data of its person; this loads the current data. */
export async function refreshPerson(): Promise<void> {
  const { user } = await session()
  const { user: fresh } = await api('GET /api/users/full_user_info', { query: { user_id: user.id } })
  queryClient.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, user: { ...old.user, ...fresh } })
}
