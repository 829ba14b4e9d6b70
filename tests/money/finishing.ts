import { AppError } from '#contract/errors.ts'
import type { CaseAct } from '#contract/payment-cases.ts'
import { getCase } from '#services/admin/money/cases.ts'
import { runStaffAct } from './acting.ts'
import { cardMovements } from './movements.ts'
import { openCasesOf } from './oracle.ts'
import type { Story } from './story.ts'

const reason = 'разобрались'

/**
 * Closes open payment cases as an admin would, with the actions that the admin area offers.
 * @returns true if there were open cases
 */
export async function finishCases(stories: Story[]): Promise<boolean> {
  let hasCases = false
  for (const story of stories)
    for (const { id, invoice_id } of await openCasesOf(story)) {
      hasCases = true
      // The previous action may already have closed other cases of the same payment.
      const { state, kind, acts } = await getCase(story.world.api.ctx.db, id)
      if (state !== 'open') continue
      const possibleActs = reasonableActs(story, invoice_id ?? 0, kind, acts)
      const rotatedActs = possibleActs.map(
        (_, index) => possibleActs[(id + index) % possibleActs.length] as FinishAct,
      )
      if (!(await endCase(story, { id, invoice_id: invoice_id ?? 0 }, rotatedActs)))
        story.earlyViolations.push(`nothing ends the case ${kind} of ${invoice_id}`)
    }
  return hasCases
}

type Case = { id: number; invoice_id: number }

/** Tries actions until one closes the case. */
async function endCase(story: Story, { id, invoice_id }: Case, acts: FinishAct[]): Promise<boolean> {
  for (const act of acts) {
    if (act === 'returned') giveBackInCabinet(story, invoice_id)
    try {
      await runStaffAct(story.world, 'case.finish', { case_id: id, act, reason })
      return true
    } catch (error) {
      // The product may refuse the action because the listing was published meanwhile. The next action is tried.
      if (!(error instanceof AppError)) throw error
    }
  }
  return false
}

const heldOf = (story: Story, invoice_id: number): number => {
  const { taken, returned } = cardMovements(story.world).get(invoice_id) ?? { taken: 0, returned: 0 }
  return taken - returned
}

type FinishAct = Exclude<CaseAct, 'check'>

/**
 * Returns the actions that an admin would consider after looking at the provider's account. Money that is not there
 * cannot be applied.
 */
function reasonableActs(story: Story, invoice_id: number, kind: string, acts: CaseAct[]): FinishAct[] {
  const heldKopecks = heldOf(story, invoice_id)
  const isBack = kind === 'chargeback' || kind === 'returned_outside'
  const reasonable = acts.filter((act): act is FinishAct => {
    if (act === 'check') return false
    if (act === 'apply') return heldKopecks > 0
    return act !== 'accept' || !isBack
  })
  // Other cases of the same payment may have used up all reasonable actions. The action `accept` always remains.
  return reasonable.length > 0 ? reasonable : ['accept']
}

function giveBackInCabinet({ world: { shop } }: Story, invoice_id: number): void {
  const operation = shop.operations.current(invoice_id)
  if (!operation) return
  const leftKopecks = shop.movements.taken(operation.op_key) - shop.movements.returned(operation.op_key)
  if (leftKopecks > 0) shop.movements.write('returned', operation, leftKopecks, shop.clock.now())
}
