import { ApiError } from './http.ts'

/** Calls that have no answer yet, by what gives them up. */
const waiting = new Set<() => void>()

/** What a call answers, unless the person gives up. The server may have done it all the same. @throws ApiError */
export async function orGivenUp<T>(answer: Promise<T>): Promise<T> {
  let giveUp = () => {}
  const given = new Promise<never>((_, reject) => {
    giveUp = () => reject(new ApiError('cancelled'))
  })
  waiting.add(giveUp)
  try {
    return await Promise.race([answer, given])
  } finally {
    waiting.delete(giveUp)
  }
}

export function giveUpWaiting(): void {
  for (const giveUp of waiting) giveUp()
}
