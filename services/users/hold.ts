import type { Tx } from '#db/index.ts'

/**
 * Locks a user's status until the end of the transaction. Users are locked before their listings.
 * @returns whether the user is active
 */
export async function lockActiveUser(tx: Tx, user_id: number): Promise<boolean> {
  const person = await tx
    .selectFrom('users')
    .select('status')
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return person?.status === 'active'
}
