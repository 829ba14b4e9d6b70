import { createStore, useStore } from './store.ts'

export type LogSide = 'app' | 'call' | 'update'
export interface LogEntry {
  key: number
  at: number
  side: LogSide
  /** True if Telegram sent the logged data. */
  from_telegram: boolean
  name: string
  data: unknown
  note?: string
  failed: boolean
}

const maxEntries = 400
const flushMs = 60
const pendingEntries: LogEntry[] = []
let nextKey = 1
const logStore = createStore<{ entries: LogEntry[] }>({ entries: [] })

export function log(entry: Omit<LogEntry, 'key' | 'at' | 'failed'> & { at?: number; failed?: boolean }) {
  const fullEntry: LogEntry = { at: Date.now(), failed: false, ...entry, key: nextKey++ }
  if (pendingEntries.push(fullEntry) === 1) setTimeout(flush, flushMs)
  return fullEntry.key
}

/** Adds log lines in batches, so that many events at the start of a mini-app do not slow it down. */
function flush() {
  const newEntries = pendingEntries.splice(0)
  logStore.set(({ entries }) => ({ entries: [...entries, ...newEntries].slice(-maxEntries) }))
}

/** Marks a line in the log as refused, with the reason. */
export function noteRefusal(key: number, note: string) {
  flush()
  logStore.set(({ entries }) => ({
    entries: entries.map((entry) => (entry.key === key ? { ...entry, note, failed: true } : entry)),
  }))
}

export const clearLog = () => logStore.set({ entries: [] })
export const useLog = () => useStore(logStore, ({ entries }) => entries)
