import type { CaseAct } from '#contract/payment-cases.ts'
import { Refused } from '#tests/support/call.ts'
import { moderator } from '#tests/support/people.ts'
import { pressed } from './acting.ts'
import { openCasesOf } from './oracle.ts'
import type { Story } from './story.ts'

/** A person goes through the open cases with the acts that the admin area has. @returns whether there were any */
export async function finishCases(stories: Story[]): Promise<boolean> {
  const [first] = stories
  if (!first) return false
  let found = false
  for (const story of stories)
    for (const { payment_id } of await openCasesOf(story)) {
      found = true
      if (!payment_id) continue
      for (const how of ['refund', 'credit'] as const) {
        try {
          await pressed(story.world, 'payment.settle', { payment_id, how, reason: 'разобрались' })
          break
        } catch (error) {
          if (!(error instanceof Error && 'code' in error)) throw error
        }
      }
    }
  return found
}
