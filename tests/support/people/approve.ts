import type { Person } from './people.ts'

type At = { params: { id: number } }

/** Reads a task in the admin area and approves the version that was read. */
export async function approveRead(who: Person, { params }: At) {
  const { content_hash } = await who.call('GET /api/admin/moderation/:id', { params })
  return who.call('POST /api/admin/moderation/:id/approve', { params, body: { content_hash } })
}
