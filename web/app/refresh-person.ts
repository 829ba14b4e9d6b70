import { api } from '#web/api.ts'
import { queryClient, sessionQuery } from '#web/query.ts'
import { session } from '#web/session.ts'

/** After a reload the saved session may tell an old story about its person; this brings the present one. */
export async function refreshPerson(): Promise<void> {
  const { user } = await session()
  const { user: fresh } = await api('GET /api/users/full_user_info', { query: { user_id: user.id } })
  queryClient.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, user: { ...old.user, ...fresh } })
}
