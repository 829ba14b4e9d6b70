import { useMutation, useQuery } from '@tanstack/react-query'
import { api, type InputOf, type ReplyOf } from '#web/client/api.ts'
import { query, queryClient } from '#web/client/query.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'

export type Task = ReplyOf<'GET /api/admin/moderation/:id'>
export type Entry = ReplyOf<'GET /api/admin/queue'>['items'][number]
export type Person = ReplyOf<'GET /api/admin/users'>['items'][number]
export type AdminCategory = ReplyOf<'GET /api/admin/categories'>[number]
export type WholePerson = ReplyOf<'GET /api/admin/users/:id'>
export type Payment = ReplyOf<'GET /api/admin/payments'>['items'][number]
/** What follows from a report or a takedown. */
export type Following = NonNullable<InputOf<'POST /api/admin/moderation/:id/accept'>>['body']
export type AdminListing = ReplyOf<'GET /api/admin/listings'>['items'][number]

/** Others moderate at the same time: what is on the screen is asked for again and again. */
const pollMs = 10_000

export function useCounts() {
  return useQuery({ ...query('GET /api/admin/counts'), refetchInterval: pollMs })
}

export function useQueue(filter: NonNullable<InputOf<'GET /api/admin/queue'>>['query']) {
  return useQuery({
    ...query('GET /api/admin/queue', { query: filter }),
    refetchInterval: pollMs,
    placeholderData: (before) => before,
  })
}

export function useTask(id: number) {
  return useQuery({ ...taskQuery(id), refetchInterval: pollMs })
}

const taskQuery = (id: number) => query('GET /api/admin/moderation/:id', { params: { id } })

/** Brings a task before somebody turns to it. */
export const expectTask = (id: number) => queryClient.prefetchQuery(taskQuery(id))
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
    // The next decision does not wait for the lists.
    onSettled: () =>
      void refresh('GET /api/admin/queue', 'GET /api/admin/reports', 'GET /api/admin/moderation/:id'),
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
  accept: (id: number, body: Following) => api('POST /api/admin/moderation/:id/accept', { ...at(id), body }),
  dismiss: (id: number) => api('POST /api/admin/moderation/:id/dismiss', at(id)),
  undo: (id: number) => api('POST /api/admin/moderation/:id/undo', at(id)),
  reject: (id: number, reason: string) =>
    api('POST /api/admin/moderation/:id/reject', { ...at(id), body: { reason } }),
  ask: (id: number, question: string) =>
    api('POST /api/admin/moderation/:id/ask', { ...at(id), body: { question } }),
  block: (id: number, reason: string) =>
    api('POST /api/admin/moderation/:id/block', { ...at(id), body: { reason } }),
}
