import type { ErrorCode, Problem } from '#contract/errors.ts'

/**
 * An error response, or no response (`offline`, `timeout`, `cancelled` by the user). Texts: `errorText` in
 * i18n.ts.
 */
export class ApiError extends Error {
  readonly code: ErrorCode | 'offline' | 'timeout' | 'cancelled'
  readonly status: number
  readonly details: Record<string, unknown> | null
  /** Id of the request in the server's log; `null` if it was not reached. */
  readonly requestId: string | null

  constructor(code: ApiError['code'], problem?: Partial<Problem>) {
    super(code)
    this.name = 'ApiError'
    this.code = code
    this.status = problem?.statusCode ?? 0
    this.details = problem?.details ?? null
    this.requestId = problem?.request_id ?? null
  }

  /** True if a retry may succeed soon. */
  get isTemporary(): boolean {
    return this.code !== 'cancelled' && (this.status === 0 || this.status >= 502)
  }
}

/** True if the resource is gone or forbidden. */
export function isGone(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403)
}

/** The JSON of a response. @throws ApiError */
export async function readReply(request: Promise<Response>): Promise<unknown> {
  const response = await request.catch((error: unknown) => {
    // Older engines report a timeout as an abort. Results of aborted calls are not used, so both count as a timeout.
    const isTimeout = error instanceof DOMException && /^(Timeout|Abort)Error$/.test(error.name)
    throw new ApiError(isTimeout ? 'timeout' : 'offline')
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  const problem = (body ?? {}) as Partial<Problem>
  const code = problem.code ?? (response.status >= 502 ? 'unavailable' : 'internal')
  throw new ApiError(code, { ...problem, statusCode: response.status })
}
