import { queryClient } from '#web/client/query.ts'

/** File URLs expire within minutes, so all visible queries are refetched to get new ones. */
export async function renewFileUrls(): Promise<void> {
  await queryClient.refetchQueries({ type: 'active' }, { throwOnError: true, cancelRefetch: false })
}
