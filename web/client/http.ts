import type { ErrorCode, Problem } from '#contract/errors.ts'

/** A refusal of the server, or no answer at all (`offline`, `timeout`, `cancelled` by the person). Words: `errorText` in i18n.ts. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'offline' | 'timeout' | 'cancelled'
  readonly status: number
  readonly details: Record<string, unknown> | null
  /** Names the request in the server's log; null when it never got there. */
  readonly requestId: string | null

  constructor(code: ApiError['code'], problem?: Partial<Problem>) {
    super(code)
    this.name = 'ApiError'
    this.code = code
    this.status = problem?.statusCode ?? 0
    this.details = problem?.details ?? null
    this.requestId = problem?.request_id ?? null
  }

  /** Whether the same request may succeed in a moment. */
  get isPassing(): boolean {
    return this.code !== 'cancelled' && (this.status === 0 || this.status >= 502)
  }
}

/** Whether what was asked for is not there any more, or not for this person. */
export function isGone(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403)
}

/** The JSON of an answer. @throws ApiError */
export async function readReply(sent: Promise<Response>): Promise<unknown> {
  const response = await sent.catch((error: unknown) => {
    // Older engines call a timeout an abort; nobody waits for the answer of a call that was really aborted.
    const isTimeout = error instanceof DOMException && /^(Timeout|Abort)Error$/.test(error.name)
    throw new ApiError(isTimeout ? 'timeout' : 'offline')
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  const problem = (body ?? {}) as Partial<Problem>
  const code = problem.code ?? (response.status >= 502 ? 'unavailable' : 'internal')
  throw new ApiError(code, { ...problem, statusCode: response.status })
}
