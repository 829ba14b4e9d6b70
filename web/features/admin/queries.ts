import { useMutation, useQuery } from '@tanstack/react-query'
import { api, type InputOf, type ReplyOf } from '#web/client/api.ts'
import { query, queryClient } from '#web/client/query.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'

export type Task = ReplyOf<'GET /api/admin/moderation/:id'>
export type Person = ReplyOf<'GET /api/admin/users'>['items'][number]
export type Payment = ReplyOf<'GET /api/admin/payments'>['items'][number]
export type AdminListing = ReplyOf<'GET /api/admin/listings'>['items'][number]

/** Others moderate at the same time: what is on the screen is asked for again and again. */
const pollMs = 10_000

export function useCounts() {
  return useQuery({ ...query('GET /api/admin/counts'), refetchInterval: pollMs })
}

export function useQueue(filter: NonNullable<InputOf<'GET /api/admin/moderation'>>['query']) {
  return useQuery({
    ...query('GET /api/admin/moderation', { query: { per_page: 50, ...filter } }),
    refetchInterval: pollMs,
    placeholderData: (before) => before,
  })
}

export function useTask(id: number) {
  return useQuery({ ...taskQuery(id), refetchInterval: pollMs })
}

const taskQuery = (id: number) => query('GET /api/admin/moderation/:id', { params: { id } })

export const fetchTask = (id: number) => queryClient.fetchQuery({ ...taskQuery(id), staleTime: 0 })

/** Runs a call about a task and refreshes everything that shows tasks. */
export function useTaskMutation() {
  return useMutation({
    mutationFn: (act: () => Promise<Task>) => act(),
    onSuccess: (task) => {
      haptic('success')
      queryClient.setQueryData(taskQuery(task.id).queryKey, task)
    },
    onError: (error) => void showFailure(error),
    // A refusal too means that the task has changed: another moderator was quicker.
    onSettled: () => refresh('GET /api/admin/moderation', 'GET /api/admin/moderation/:id'),
  })
}

export async function refresh(...calls: string[]): Promise<void> {
  const stale = [...calls, 'GET /api/admin/counts']
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => stale.includes(String(queryKey[0])) })
}

const at = (id: number) => ({ params: { id } })

/** What moderators do to a task, as calls. */
export const taskCalls = {
  claim: (id: number) => api('POST /api/admin/moderation/:id/claim', at(id)),
  release: (id: number) => api('POST /api/admin/moderation/:id/release', at(id)),
  approve: (id: number, content_hash: string | null) =>
    api('POST /api/admin/moderation/:id/approve', { ...at(id), body: { content_hash } }),
  accept: (id: number) => api('POST /api/admin/moderation/:id/accept', at(id)),
  dismiss: (id: number) => api('POST /api/admin/moderation/:id/dismiss', at(id)),
  undo: (id: number) => api('POST /api/admin/moderation/:id/undo', at(id)),
  reject: (id: number, reason: string) =>
    api('POST /api/admin/moderation/:id/reject', { ...at(id), body: { reason } }),
  ask: (id: number, question: string) =>
    api('POST /api/admin/moderation/:id/ask', { ...at(id), body: { question } }),
  block: (id: number, reason: string) =>
    api('POST /api/admin/moderation/:id/block', { ...at(id), body: { reason } }),
}
