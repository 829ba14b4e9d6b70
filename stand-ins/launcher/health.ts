import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a URL responds with success. @throws after `timeout` milliseconds */
export async function waitForResponse(url: string, timeout = 60_000): Promise<void> {
  const end = Date.now() + timeout
  for (;;) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch((error: Error) => error)
    if (answer instanceof Response && answer.ok) return
    if (Date.now() > end) {
      const reply = answer instanceof Response ? `${answer.status} ${await answer.text()}` : answer.message
      throw new Error(`${url} does not answer: ${reply.slice(0, 500)}`)
    }
    await sleep(50)
  }
}
