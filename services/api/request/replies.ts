import type { UserContext } from '#services/core/request-context.ts'

/** Wraps a function without a result into a handler that answers `{ ok: true }`. */
export function done<Input>(act: (ctx: UserContext, input: Input) => Promise<unknown>) {
  return async (ctx: UserContext, input: Input) => {
    await act(ctx, input)
    return { ok: true } as const
  }
}
