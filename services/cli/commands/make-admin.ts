import { AppError } from '#contract/errors.ts'
import { appointAdmin } from '#services/admin/people/actions.ts'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import type { Session } from '#services/cli/session.ts'

/**
 * Makes a person an administrator without the consent of another administrator. The command is for a new installation,
 * or for one that has lost all administrators.
 */
export async function makeAdmin(session: Session, person: string): Promise<Outcome> {
  const name = person.replace(/^@/, '')
  const isId = /^\d{1,16}$/.test(name)
  if (!isId && !/^\w{4,32}$/.test(name))
    throw new Refusal(`"${person}" is neither a Telegram id nor a @username.`)
  const admin = await appointAdmin(
    session.context(),
    isId ? { telegram_id: Number(name) } : { username: name },
  ).catch((error) => {
    if (error instanceof AppError && error.code === 'forbidden')
      throw new Refusal(`${person} is invented, of the demo market: nobody in Telegram can be them.`)
    throw error
  })
  if (!admin)
    throw new Refusal(
      `Nobody here is ${person} in Telegram: let them press Start in the bot, then repeat this.`,
    )
  const { id, full_name, is_new } = admin
  return {
    text: [
      is_new
        ? `${full_name} (person ${id}) is an administrator now; the mini-app has to be opened anew.`
        : `${full_name} (person ${id}) was an administrator already.`,
    ],
    data: { user_id: id, full_name, is_new },
  }
}
