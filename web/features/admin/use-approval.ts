import { useState } from 'react'
import { fetchTask, type Task } from './queries.ts'
import type { Decisions } from './use-decisions.ts'

/**
 * Approves the version that stood on the screen first. One that came by itself since then is refused once by the
 * server, with words, and shown: the next press is for it.
 */
export function useApproval({ id, content_hash }: Task, decisions: Decisions): () => void {
  const [seen, setSeen] = useState(content_hash)
  const readAnew = async () => setSeen((await fetchTask(id)).content_hash)
  return () => decisions.approve(id, seen, () => void readAnew().catch(() => undefined))
}
