import type { Person } from './people.ts'

type TaskParams = { params: { id: number } }

/** Reads a moderation task in the admin area, and approves the version that was read. */
export async function approveRead(moderator: Person, { params }: TaskParams) {
  const { content_hash } = await moderator.call('GET /api/admin/moderation/:id', { params })
  return moderator.call('POST /api/admin/moderation/:id/approve', { params, body: { content_hash } })
}
