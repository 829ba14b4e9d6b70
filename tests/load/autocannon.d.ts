/** The part of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  namespace autocannon {
    type Request = { method?: string; path?: string; body?: string; headers?: Record<string, string> }
    type Options = {
      url: string
      method?: 'GET' | 'POST'
      headers?: Record<string, string>
      body?: string
      connections?: number
      duration?: number
      requests?: { setupRequest(request: Request): Request }[]
    }
    type Result = { '2xx': number; non2xx: number; errors: number; timeouts: number }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  export default autocannon
}
