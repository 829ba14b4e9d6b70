import type { UserContext } from '#services/core/request-context.ts'

/** Handler of a call that only acts. */
export function done<Input>(act: (ctx: UserContext, input: Input) => Promise<unknown>) {
  return async (ctx: UserContext, input: Input) => {
    await act(ctx, input)
    return { ok: true } as const
  }
}
