import type { Api } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import {
  client,
  confirmPhone,
  login,
  moderator,
  newAccount,
  type Person,
} from '#tests/support/people/people.ts'
import { canary, phoneOf } from './canaries.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { type Member, members } from './people.ts'

/** Seed data: one object of every kind for each person, created by the product's own actions. */
export type Seed = {
  fixtures: Record<Member, Fixtures>
  /** Invalid sessions: one expired, one revoked, and one of a blocked person. */
  refusedPeople: Record<'expired' | 'revoked' | 'blocked', Person>
  everybody: Person[]
}

const hour = 3_600_000

async function createPerson(api: Api): Promise<Person> {
  const username = `nick_${crypto.randomUUID().slice(0, 8)}`
  const person = await login(api, newAccount({ first_name: 'Анна', username }))
  await confirmPhone(api, person, phoneOf(person, 'phone'))
  return person
}

/** Logs a person in again, for a second session that is `ageMs` milliseconds old. */
async function loginAgain(api: Api, { account }: Person, ageMs: number): Promise<Person> {
  api.advanceClock(-ageMs)
  const session = await login(api, account)
  api.advanceClock(ageMs)
  return session
}

const sessionOf = ({ token }: Person): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid

export async function seedEverybody(api: Api): Promise<Seed> {
  const { db } = api.ctx
  const employer = await client(api)
  const { id: employer_order } = (await publishedOrder(api, {}, employer)).order
  const admin = await moderator(api)
  await confirmPhone(api, admin, phoneOf(admin, 'phone'))
  const people = { admin } as Record<Member, Person>
  for (const name of members) people[name] ??= await createPerson(api)
  const { owner, unverified, counterpart, stranger } = people
  const fixtures = {} as Record<Member, Fixtures>
  for (const name of members) {
    const otherParty = name === 'counterpart' ? stranger : counterpart
    fixtures[name] = await createFixtures(api, { person: people[name], other: otherParty, employer_order })
  }
  const blockedPerson = await createPerson(api)
  const refusedPeople = {
    expired: await loginAgain(api, owner, 2 * hour),
    revoked: await loginAgain(api, owner, hour / 2),
    blocked: blockedPerson,
  }
  const updateUser = (id: number, values: object) =>
    db.updateTable('users').set(values).where('id', '=', id).execute()
  await updateUser(blockedPerson.id, { status: 'blocked', block_reason: canary(blockedPerson, 'reason') })
  await updateUser(people.moderator.id, { role: 'moderator' })
  // The bot sends a confirmation to admins, so it must be able to write to them.
  await updateUser(admin.id, { can_write: true })
  await db.deleteFrom('user_phones').where('user_id', '=', unverified.id).execute()
  await updateUser(unverified.id, { verification: 'none', verified_at: null })
  await db
    .updateTable('sessions')
    .set({ revoked_at: api.ctx.now().toISOString(), revoke_reason: 'blocked' })
    .where('id', '=', sessionOf(refusedPeople.revoked))
    .execute()
  return { fixtures, refusedPeople, everybody: [...Object.values(people), employer, blockedPerson] }
}
