import { text } from 'node:stream/consumers'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import type { Session } from '#services/cli/session.ts'
import { resolvePositions } from '#services/core/text/source-places.ts'
import { getReport } from '#services/operations/alarms/messages.ts'

export type ResolveOptions = { maps?: string }

/**
 * Translates the positions in a stack of the mini-app into places of our sources.
 * @param event id of the error report that holds the stack; without it the stack is read from the input
 */
export async function resolveStack(
  session: Session,
  event: string | undefined,
  { maps }: ResolveOptions,
): Promise<Outcome> {
  const stack = event ? await getReport(session.context().db, event) : await text(process.stdin)
  if (!stack.trim()) throw new Refusal(event ? `There is no report ${event}.` : 'The input is empty.')
  const resolved = await resolvePositions(stack, maps)
  return { text: resolved.trimEnd().split('\n'), data: { stack: resolved } }
}
