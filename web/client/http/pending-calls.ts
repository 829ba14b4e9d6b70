import { ApiError } from './http.ts'

/** Functions that abort the pending API calls. */
const cancellations = new Set<() => void>()

/**
 * Returns the response of a call, unless the user cancels waiting. The server may still execute a cancelled call.
 * @throws ApiError
 */
export async function untilCancelled<T>(answer: Promise<T>): Promise<T> {
  let giveUp = () => {}
  const cancelled = new Promise<never>((_, reject) => {
    giveUp = () => reject(new ApiError('cancelled'))
  })
  cancellations.add(giveUp)
  try {
    return await Promise.race([answer, cancelled])
  } finally {
    cancellations.delete(giveUp)
  }
}

export function cancelWaiting(): void {
  for (const giveUp of cancellations) giveUp()
}
