import type { ErrorCode } from '#contract/errors.ts'
import { api, type ReplyOf } from '#web/client/api.ts'
import { ApiError } from '#web/client/http.ts'
import { showToast } from '#web/ui/overlays.ts'

type Confirmation = ReplyOf<'GET /api/admin/confirmations/:id'>

/** Milliseconds between two looks: the admin is in another chat meanwhile, so asking more often is of no use. */
const pollMs = 1500

/**
 * Makes a call that happens with a press in the admin's own chat with the bot, says so, and waits for the press.
 * @throws ApiError when it was refused, declined or not pressed in time
 */
export async function pressed(call: () => Promise<Confirmation>, text: string): Promise<void> {
  const asked = await call()
  showToast({ text, ms: Math.max(0, Date.parse(asked.expires_at) - Date.now()) })
  const { state, error } = await awaitPress(asked)
  if (state !== 'done') throw new ApiError((error as ErrorCode | null) ?? 'confirmation_over')
}

async function awaitPress(asked: Confirmation): Promise<Confirmation> {
  let now = asked
  while (now.state === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    now = await api('GET /api/admin/confirmations/:id', { params: { id: asked.id } }).catch(
      (error: unknown) => {
        if (error instanceof ApiError && error.isPassing) return now
        throw error
      },
    )
  }
  return now
}
