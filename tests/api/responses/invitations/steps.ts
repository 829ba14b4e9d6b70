import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'

/** Steps of an author who invites people, and of the people who get the invitations. */

export let api: Api
export let freelancers: Person[]

/** Opens the API with twelve freelancers of one speciality, for one test file. */
export function openInvitations(): void {
  beforeAll(async () => {
    api = await openApi()
    freelancers = []
    for (let n = 0; n < 12; n++) freelancers.push(await freelancer(api, { category_id: categories.own }))
  })
}

export const day = 24 * 60 * 60_000

export const addSkill = (person: Person, skill_name: string) =>
  person.call('POST /api/users/add_user_skill', { body: { skill_name } })
export const listInvitations = (author: Person, id: number) =>
  author.call('GET /api/listings/:id/invitations', { params: { id } })
export const invitePeople = (author: Person, id: number, ...people: Person[]) =>
  author.call('POST /api/listings/:id/invitations', {
    params: { id },
    body: { user_ids: people.map((person) => person.id) },
  })
export const readReceived = (person: Person) => person.call('GET /api/invitations', {})
export const readNewest = async (person: Person) =>
  (await readReceived(person))[0] as Awaited<ReturnType<typeof readReceived>>[0]
export const stateOf = async (author: Person, id: number, person: Person) =>
  (await listInvitations(author, id)).people.find(({ user }) => user.id === person.id)?.invitation?.state
export const codeOfCall = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    ({ code }) => code,
  )
/** Counts the stored messages of one kind to a person. */
export const countMessages = async (person: Person, kind: 'invitation' | 'invitation_ended') =>
  (
    await api.ctx.db
      .selectFrom('deliveries')
      .select('lane')
      .where('user_id', '=', person.id)
      .where('kind', '=', kind)
      .execute()
  ).length
export const loops = async () =>
  (
    await sql<{ loop: string; listing_id: number }>`
      select loop, listing_id from open_loops_at(${api.ctx.now().toISOString()}::timestamptz)`.execute(
      api.ctx.db,
    )
  ).rows
