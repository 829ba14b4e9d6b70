export type UrlParts = { params?: object; query?: object }

/** Method and URL of a call with its parameters; undefined and null query values are omitted. */
export function toRequestUrl(name: string, { params, query }: UrlParts): { method: string; url: string } {
  const [method, template] = name.split(' ') as [string, string]
  const values = params as Record<string, unknown> | undefined
  const path = template.replace(/:(\w+)/g, (_all, key: string) => encodeURIComponent(String(values?.[key])))
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return { method, url: search ? `${path}?${search}` : path }
}
