import type { ErrorCode } from '#contract/errors.ts'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { showToast } from '#web/ui/overlays.ts'

type Confirmation = ReplyOf<'GET /api/admin/confirmations/:id'>

/** Polling interval. The admin is in another chat meanwhile, so faster polling brings nothing. */
const pollMs = 1500

/**
 * Makes a call that has to be confirmed in the admin's chat with the bot, and waits for the confirmation.
 * @throws ApiError if the act was refused, declined or not confirmed in time
 */
export async function withConfirmation(call: () => Promise<Confirmation>, text: string): Promise<void> {
  const confirmation = await call()
  showToast({ text, ms: Math.max(0, Date.parse(confirmation.expires_at) - Date.now()) })
  const { state, error } = await awaitConfirmation(confirmation)
  if (state !== 'done') throw new ApiError((error as ErrorCode | null) ?? 'confirmation_over')
}

async function awaitConfirmation(asked: Confirmation): Promise<Confirmation> {
  let now = asked
  while (now.state === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    now = await api('GET /api/admin/confirmations/:id', { params: { id: asked.id } }).catch(
      (error: unknown) => {
        if (error instanceof ApiError && error.isTemporary) return now
        throw error
      },
    )
  }
  return now
}
