/** The part of autocannon that the bench uses; the package brings no types. */
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
      /** Requests in all. */
      amount?: number
      /** Seconds until a request counts as lost. */
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
