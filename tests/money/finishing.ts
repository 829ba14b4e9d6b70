import { AppError } from '#contract/errors.ts'
import type { CaseAct } from '#contract/payment-cases.ts'
import { getCase } from '#services/admin/money/cases.ts'
import { pressed } from './acting.ts'
import { cardMovements } from './movements.ts'
import { openCasesOf } from './oracle.ts'
import type { Story } from './story.ts'

const reason = 'разобрались'

/**
 * Closes open cases as an admin would, with the acts that the admin area offers.
 * @returns true if there were any
 */
export async function finishCases(stories: Story[]): Promise<boolean> {
  let found = false
  for (const story of stories)
    for (const { id, invoice_id } of await openCasesOf(story)) {
      found = true
      // One act may have closed several cases of a payment.
      const { state, kind, acts } = await getCase(story.world.api.ctx.db, id)
      if (state !== 'open') continue
      const possible = sensible(story, invoice_id ?? 0, kind, acts)
      const turned = possible.map((_, index) => possible[(id + index) % possible.length] as Finishing)
      if (!(await endCase(story, { id, invoice_id: invoice_id ?? 0 }, turned)))
        story.broken.push(`nothing ends the case ${kind} of ${invoice_id}`)
    }
  return found
}

type Case = { id: number; invoice_id: number }

/** Tries acts until one ends the case. */
async function endCase(story: Story, { id, invoice_id }: Case, acts: Finishing[]): Promise<boolean> {
  for (const act of acts) {
    if (act === 'returned') giveBackInCabinet(story, invoice_id)
    try {
      await pressed(story.world, 'case.finish', { case_id: id, act, reason })
      return true
    } catch (error) {
      // The act may be refused because the listing was published meanwhile; the next act is tried.
      if (!(error instanceof AppError)) throw error
    }
  }
  return false
}

const heldOf = (story: Story, invoice_id: number): number => {
  const { taken, returned } = cardMovements(story.world).get(invoice_id) ?? { taken: 0, returned: 0 }
  return taken - returned
}

type Finishing = Exclude<CaseAct, 'check'>

/** Acts that an admin would choose after checking the provider's cabinet: money that is not there cannot be applied. */
function sensible(story: Story, invoice_id: number, kind: string, acts: CaseAct[]): Finishing[] {
  const held = heldOf(story, invoice_id)
  const isBack = kind === 'chargeback' || kind === 'returned_outside'
  const wise = acts.filter((act): act is Finishing => {
    if (act === 'check') return false
    if (act === 'apply') return held > 0
    return act !== 'accept' || !isBack
  })
  // Another case of the same payment may have used up every act that this one offered.
  return wise.length > 0 ? wise : ['accept']
}

function giveBackInCabinet({ world: { shop } }: Story, invoice_id: number): void {
  const operation = shop.operations.current(invoice_id)
  if (!operation) return
  const left = shop.movements.taken(operation.op_key) - shop.movements.returned(operation.op_key)
  if (left > 0) shop.movements.write('returned', operation, left, shop.clock.now())
}
