import type { ErrorCode, Problem } from '#contract/errors.ts'

/**
 * Error of an API call: an error response, or no response (`offline`, `timeout`, or `cancelled` by the user). The texts
 * are in `errorText` in i18n.ts.
 */
export class ApiError extends Error {
  readonly code: ErrorCode | 'offline' | 'timeout' | 'cancelled'
  readonly status: number
  readonly details: Record<string, unknown> | null
  /** Id of the request in the server's log. `null` if the server was not reached. */
  readonly requestId: string | null

  constructor(code: ApiError['code'], problem?: Partial<Problem>) {
    super(code)
    this.name = 'ApiError'
    this.code = code
    this.status = problem?.statusCode ?? 0
    this.details = problem?.details ?? null
    this.requestId = problem?.request_id ?? null
  }

  /** True if the same request may succeed soon. */
  get isTemporary(): boolean {
    return this.code !== 'cancelled' && (this.status === 0 || this.status >= 502)
  }
}

/** True if the requested resource does not exist or is forbidden. */
export function isGone(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403)
}

/** Returns the JSON of a response. @throws ApiError */
export async function readReply(request: Promise<Response>): Promise<unknown> {
  const response = await request.catch((error: unknown) => {
    // Older engines report a timeout as an abort. The result of an aborted request is not used, so both errors count as
    // a timeout.
    const isTimeout = error instanceof DOMException && /^(Timeout|Abort)Error$/.test(error.name)
    throw new ApiError(isTimeout ? 'timeout' : 'offline')
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  const problem = (body ?? {}) as Partial<Problem>
  const code = problem.code ?? (response.status >= 502 ? 'unavailable' : 'internal')
  throw new ApiError(code, { ...problem, statusCode: response.status })
}
