import { confirm } from '@inquirer/prompts'
import { Refusal } from './output.ts'
import type { Session } from './session.ts'

/**
 * Asks the operator to confirm an action that is hard to undo.
 * @throws Refusal if the operator says no, or if there is neither a terminal nor the option `--yes`
 */
export async function requireYes(session: Session, message: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return
  if (!session.canAsk) throw new Refusal(`${message} Repeat with --yes if so.`)
  if (!(await confirm({ message, default: false }))) throw new Refusal('Nothing was changed.')
}
