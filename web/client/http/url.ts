export type UrlParts = { params?: object; query?: object }

/** Returns the method and URL of an API call with its parameters. Undefined and null query values are omitted. */
export function toRequestUrl(name: string, { params, query }: UrlParts): { method: string; url: string } {
  const [method, template] = name.split(' ') as [string, string]
  const values = params as Record<string, unknown> | undefined
  const path = template.replace(/:(\w+)/g, (_all, key: string) => encodeURIComponent(String(values?.[key])))
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return { method, url: search ? `${path}?${search}` : path }
}
