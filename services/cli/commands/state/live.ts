import { type Outcome, Refusal } from '#services/cli/output.ts'
import type { Session } from '#services/cli/session.ts'
import { listLaunches } from '#services/operations/launches.ts'

export type LiveOptions = { hours: string }

/** Lists what the server knows about each launch of the mini-app, for a manual test with real Telegram clients. */
export async function live(session: Session, options: LiveOptions): Promise<Outcome> {
  const hours = Number(options.hours)
  if (!(hours > 0)) throw new Refusal(`--hours ${options.hours}: a number of hours`)
  const launches = await listLaunches(session.context(), hours)
  const lines = launches.map(({ launched_at, person, device, last_seen_at, payments, files }) => {
    const parts = [
      `${launched_at}  ${person} on ${device ?? 'an unknown device'}, seen until ${last_seen_at ?? 'the login'}`,
      ...payments.map((one) => `payment ${one}`),
      ...files.map((state) => `file by the bot: ${state}`),
    ]
    return parts.join('\n    ')
  })
  return {
    text: lines.length === 0 ? [`Nobody launched the app in ${hours} h.`] : lines,
    data: { launches },
  }
}
