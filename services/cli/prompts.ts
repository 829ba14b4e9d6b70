import { confirm } from '@inquirer/prompts'
import { Refusal } from './output.ts'
import type { Session } from './session.ts'

/** Asks before what is hard to undo. @throws Refusal when nobody can be asked and `--yes` was not said, or on "no" */
export async function demandYes(session: Session, message: string, isSaid: boolean): Promise<void> {
  if (isSaid) return
  if (!session.canAsk) throw new Refusal(`${message} Repeat with --yes if so.`)
  if (!(await confirm({ message, default: false }))) throw new Refusal('Nothing was changed.')
}
