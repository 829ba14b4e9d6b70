import { createStore, useStore } from './store.ts'

export type LogSide = 'app' | 'call' | 'update'
export interface LogEntry {
  key: number
  at: number
  side: LogSide
  /** True when Telegram is the speaker. */
  from_telegram: boolean
  name: string
  data: unknown
  note?: string
  failed: boolean
}

const kept = 400
let next = 1
const store = createStore<{ entries: LogEntry[] }>({ entries: [] })

export function log(entry: Omit<LogEntry, 'key' | 'at' | 'failed'> & { at?: number; failed?: boolean }) {
  const whole: LogEntry = { at: Date.now(), failed: false, ...entry, key: next++ }
  store.set(({ entries }) => ({ entries: [...entries.slice(-kept), whole] }))
}

export const clearLog = () => store.set({ entries: [] })
export const useLog = () => useStore(store, ({ entries }) => entries)
