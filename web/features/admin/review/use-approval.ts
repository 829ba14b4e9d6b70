import { useState } from 'react'
import type { Decisions } from '#web/features/admin/decisions/use-decisions.ts'
import { fetchTask, type Task } from '#web/features/admin/frame/queries.ts'

/**
 * Approves the version that was first on the screen. If the text changed meanwhile, the server refuses once
 * and the new version is fetched; the next click approves that one.
 */
export function useApproval({ id, content_hash }: Task, decisions: Decisions): () => void {
  const [seen, setSeen] = useState(content_hash)
  const refetch = async () => setSeen((await fetchTask(id)).content_hash)
  return () => decisions.approve(id, seen, () => void refetch().catch(() => undefined))
}
