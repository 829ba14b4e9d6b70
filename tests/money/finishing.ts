import { Refused } from '#tests/support/call.ts'
import { moderator } from '#tests/support/people.ts'
import { openCasesOf } from './oracle.ts'
import type { Story } from './story.ts'

/** A person goes through the open cases with the acts that the admin area has. */
export async function finishCases(stories: Story[]): Promise<void> {
  const [first] = stories
  if (!first) return
  const admin = await moderator(first.world.api)
  for (const story of stories)
    for (const { payment_id } of await openCasesOf(story)) {
      if (!payment_id) continue
      for (const how of ['refund', 'credit'] as const) {
        try {
          const body = { how, reason: 'разобрались' }
          await admin.call('POST /api/admin/payments/:id/settle', { params: { id: payment_id }, body })
          break
        } catch (error) {
          if (!(error instanceof Refused)) throw error
        }
      }
    }
}
