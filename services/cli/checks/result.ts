import { safeMessage } from '#services/core/config/secrets.ts'

/** Result of one check. A result that is not ok contains advice for the operator. */
export type Finding = {
  about: string
  /** The exit code of the command is 1 if a result is `bad`. A `warning` leaves it at 0. */
  state: 'ok' | 'warning' | 'bad'
  found: string
  cure?: string
}

export const ok = (about: string, found: string): Finding => ({ about, state: 'ok', found })
export const bad = (about: string, found: string, cure: string): Finding => ({
  about,
  state: 'bad',
  found,
  cure,
})
export const warning = (about: string, found: string, cure: string): Finding => ({
  about,
  state: 'warning',
  found,
  cure,
})

/** Returns an ok result with `goodText` if the condition holds, else the bad result or warning in `wrong`. */
export function check(
  holds: boolean,
  about: string,
  goodText: string,
  wrong: { cure: string } & ({ bad: string } | { warning: string }),
): Finding {
  if (holds) return ok(about, goodText)
  return 'bad' in wrong ? bad(about, wrong.bad, wrong.cure) : warning(about, wrong.warning, wrong.cure)
}

export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return safeMessage(error)
}
