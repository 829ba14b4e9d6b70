import { ApiError } from './http.ts'

/** Abort functions of pending calls. */
const cancellations = new Set<() => void>()

/**
 * The response of a call, unless the user cancels waiting; the server may still execute it. @throws ApiError
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
