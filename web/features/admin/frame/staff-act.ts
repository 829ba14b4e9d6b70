import { useMutation } from '@tanstack/react-query'
import type { ErrorCode } from '#contract/errors.ts'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { showToast } from '#web/ui/overlays.ts'
import { refreshCalls } from './queries.ts'

type Confirmation = ReplyOf<'GET /api/admin/confirmations/:id'>

/**
 * Polling interval while an admin confirms an act in the bot's chat. Faster polling would not make the confirmation
 * faster.
 */
const pollMs = 1500

type Act = { call: () => Promise<unknown>; text: string | ((answer: never) => string) }

/**
 * Runs acts of staff. A success shows a toast with the act's text and calls `onDone`, unless the form was closed
 * meanwhile. A failure shows its error. Both refresh the queries in `staleQueries`.
 */
export function useStaffAct(onDone: () => void, ...staleQueries: string[]) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ call }: Act) => call(),
    onError: (error) => void showFailure(error),
    onSuccess: (answer, { text }) =>
      showToast({ text: typeof text === 'string' ? text : text(answer as never) }),
    onSettled: () => void refreshCalls(...staleQueries),
  })
  const act = <T>(call: () => Promise<T>, text: string | ((answer: T) => string)) =>
    mutate({ call, text }, { onSuccess: onDone })
  return {
    isBusy: isPending,
    act,
    /** Runs an act that has to be confirmed in the bot. */
    actConfirmed: (call: () => Promise<Confirmation>, text: string) =>
      act(() => withConfirmation(call, t('admin.press')), text),
  }
}

/**
 * Makes a call that has to be confirmed in the admin's chat with the bot, and waits for the confirmation.
 * @throws ApiError if the act was refused, declined or not confirmed in time
 */
async function withConfirmation(call: () => Promise<Confirmation>, text: string): Promise<void> {
  const confirmation = await call()
  showToast({ text, ms: Math.max(0, Date.parse(confirmation.expires_at) - Date.now()) })
  const { state, error } = await awaitConfirmation(confirmation)
  if (state !== 'done') throw new ApiError((error as ErrorCode | null) ?? 'confirmation_over')
}

async function awaitConfirmation(confirmation: Confirmation): Promise<Confirmation> {
  let now = confirmation
  while (now.state === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    now = await api('GET /api/admin/confirmations/:id', { params: { id: confirmation.id } }).catch(
      (error: unknown) => {
        if (error instanceof ApiError && error.isTemporary) return now
        throw error
      },
    )
  }
  return now
}
