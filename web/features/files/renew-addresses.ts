import { queryClient } from '#web/client/query.ts'

/** Loads all visible data again to get new file URLs, because file URLs expire within minutes. */
export async function renewFileUrls(): Promise<void> {
  await queryClient.refetchQueries({ type: 'active' }, { throwOnError: true, cancelRefetch: false })
}
