import { confirm } from '@inquirer/prompts'
import { Refusal } from './output.ts'
import type { Session } from './session.ts'

/**
 * Asks before an act that is hard to undo.
 * @throws Refusal without a terminal and without `--yes`, or on "no"
 */
export async function requireYes(session: Session, message: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return
  if (!session.canAsk) throw new Refusal(`${message} Repeat with --yes if so.`)
  if (!(await confirm({ message, default: false }))) throw new Refusal('Nothing was changed.')
}
