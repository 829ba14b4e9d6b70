/** The provider did not answer, or answered with something that is not an answer. Nothing is known. */
export class RobokassaUnavailable extends Error {
  override name = 'RobokassaUnavailable'
}

export interface Asking {
  fetch?: typeof fetch
  /** Milliseconds for the whole answer, to its last byte. */
  timeout?: number
}

const longestAnswer = 64 * 1024

/**
 * Asks the provider and reads a short answer.
 * @throws RobokassaUnavailable on a failed connection, a status other than 200, lateness or too many bytes
 */
export async function ask(url: URL, request: RequestInit, asking: Asking): Promise<string> {
  const { fetch: send = fetch, timeout = 10_000 } = asking
  try {
    const signal = AbortSignal.timeout(timeout)
    const response = await send(url, { ...request, signal, redirect: 'error' })
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    return await readShort(response)
  } catch (error) {
    // The address carries a signature, so only the reason is told.
    throw new RobokassaUnavailable(`no answer: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

async function readShort(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > longestAnswer) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
