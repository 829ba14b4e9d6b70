import type { Tx } from '#db/index.ts'

/**
 * Keeps a person from being blocked or let in until the end of the transaction. People are locked before
 * their listings. @returns whether they are active
 */
export async function holdPerson(tx: Tx, user_id: number): Promise<boolean> {
  const person = await tx
    .selectFrom('users')
    .select('status')
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return person?.status === 'active'
}
