/** An error response of the Bot API. The texts equal those of the real server, because bots depend on them. */
export class ApiError extends Error {
  readonly error_code: number
  readonly parameters: { retry_after?: number; migrate_to_chat_id?: number } | undefined

  constructor(error_code: number, description: string, parameters?: ApiError['parameters']) {
    super(description)
    this.error_code = error_code
    this.parameters = parameters
  }
}

export const badRequest = (text: string) => new ApiError(400, `Bad Request: ${text}`)
export const forbidden = (text: string) => new ApiError(403, `Forbidden: ${text}`)
export const conflict = (text: string) => new ApiError(409, `Conflict: ${text}`)
export const tooManyRequests = (seconds: number) =>
  new ApiError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
