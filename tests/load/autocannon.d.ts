/** Types for the part of autocannon that the bench uses; the package has none. */
declare module 'autocannon' {
  namespace autocannon {
    type Request = {
      method?: string
      path?: string
      body?: string | undefined
      headers?: Record<string, string>
    }
    type Options = {
      url: string
      connections?: number
      /** Total number of requests. */
      amount?: number
      /** Seconds after which a request counts as failed. */
      timeout?: number
      requests?: { setupRequest(request: Request): Request }[]
    }
    type Result = { errors: number; timeouts: number }
    type Run = Promise<Result> & {
      on(
        event: 'response',
        listener: (client: unknown, status: number, bytes: number, ms: number) => void,
      ): void
      stop(): void
    }
  }
  function autocannon(options: autocannon.Options): autocannon.Run
  export default autocannon
}
