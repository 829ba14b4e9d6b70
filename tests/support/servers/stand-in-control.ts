/**
 * Controls a stand-in from a test. Its methods return the stand-in's answer.
 * @throws with the stand-in's message if it refuses
 */
export interface ControlApi {
  get<Answer = unknown>(path: string): Promise<Answer>
  post<Answer = unknown>(path: string, body?: unknown): Promise<Answer>
  patch<Answer = unknown>(path: string, body: unknown): Promise<Answer>
  delete<Answer = unknown>(path: string): Promise<Answer>
}

export function openControlApi(root: string): ControlApi {
  const requestBy =
    (method: string) =>
    async <Answer>(path: string, body?: unknown): Promise<Answer> => {
      const bodyOptions =
        body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const answer = await fetch(`${root}${path}`, { method, ...bodyOptions })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      const isJson = answer.headers.get('content-type')?.includes('json') && text
      return (isJson ? JSON.parse(text) : text) as Answer
    }
  return {
    get: requestBy('GET'),
    post: requestBy('POST'),
    patch: requestBy('PATCH'),
    delete: requestBy('DELETE'),
  }
}
