import type { LogEntry } from '../model/log.ts'

const longest = 90

/** Short summary of a log line. */
export function summarize(entry: LogEntry): string {
  const data = entry.data as Record<string, unknown> | undefined | null
  if (data === undefined || data === null || typeof data !== 'object')
    return String(data ?? '').slice(0, longest)
  const told = entry.side === 'call' ? (data.params as Record<string, unknown>) : innerOf(data, entry.name)
  const words = told.text ?? told.caption ?? told.data ?? told.action
  if (typeof words === 'string')
    return words
      .replace(/<[^>]+>|\s+/g, ' ')
      .trim()
      .slice(0, longest)
  const text = JSON.stringify(told)
  return text === '{}' ? '' : text.slice(0, longest)
}

function innerOf(data: Record<string, unknown>, name: string): Record<string, unknown> {
  const inner = data[name]
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : data
}
