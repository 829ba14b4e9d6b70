import type { LogEntry } from '../model/log.ts'

const maxLength = 90

/** Returns a short summary of a line in the log. */
export function summarize(entry: LogEntry): string {
  const data = entry.data as Record<string, unknown> | undefined | null
  if (data === undefined || data === null || typeof data !== 'object')
    return String(data ?? '').slice(0, maxLength)
  const content =
    entry.side === 'call' ? (data.params as Record<string, unknown>) : innerObjectOf(data, entry.name)
  const mainText = content.text ?? content.caption ?? content.data ?? content.action
  if (typeof mainText === 'string')
    return mainText
      .replace(/<[^>]+>|\s+/g, ' ')
      .trim()
      .slice(0, maxLength)
  const json = JSON.stringify(content)
  return json === '{}' ? '' : json.slice(0, maxLength)
}

function innerObjectOf(data: Record<string, unknown>, name: string): Record<string, unknown> {
  const innerValue = data[name]
  return typeof innerValue === 'object' && innerValue !== null
    ? (innerValue as Record<string, unknown>)
    : data
}
