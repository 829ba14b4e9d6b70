import { queryClient } from '#web/client/query.ts'

/** Addresses of files last for minutes: what is on the screen is asked for again with those of the moment. */
export async function renewAddresses(): Promise<void> {
  await queryClient.refetchQueries({ type: 'active' }, { throwOnError: true, cancelRefetch: false })
}
