import { useMutation, useQuery } from '@tanstack/react-query'
import { api, type InputOf, type ReplyOf } from '#web/client/http/api.ts'
import { query, queryClient } from '#web/client/query.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'

export type Task = ReplyOf<'GET /api/admin/moderation/:id'>
export type QueueEntry = ReplyOf<'GET /api/admin/queue'>['items'][number]
export type Person = ReplyOf<'GET /api/admin/users'>['items'][number]
export type AdminCategory = ReplyOf<'GET /api/admin/categories'>[number]
export type PersonDetails = ReplyOf<'GET /api/admin/users/:id'>
export type Payment = ReplyOf<'GET /api/admin/payments'>['items'][number]
/** The consequence that a moderator chose for a report, or for taking down a listing. */
export type ConsequenceInput = NonNullable<InputOf<'POST /api/admin/moderation/:id/accept'>>['body']
export type AdminListing = ReplyOf<'GET /api/admin/listings'>['items'][number]
export type AdminChannel = ReplyOf<'GET /api/admin/channels'>['items'][number]

/** Polling interval of the staff screens. Moderators work in parallel, so the data on the screen is polled. */
const pollMs = 10_000

export function useCounts() {
  return useQuery({ ...query('GET /api/admin/counts'), refetchInterval: pollMs })
}

export function useQueue(filter: NonNullable<InputOf<'GET /api/admin/queue'>>['query']) {
  return useQuery({
    ...query('GET /api/admin/queue', { query: filter }),
    refetchInterval: pollMs,
    placeholderData: (previousData) => previousData,
  })
}

export function useChannels() {
  return useQuery({ ...query('GET /api/admin/channels'), refetchInterval: pollMs })
}

export function useTask(id: number) {
  return useQuery({ ...taskQuery(id), refetchInterval: pollMs })
}

const taskQuery = (id: number) => query('GET /api/admin/moderation/:id', { params: { id } })

/** Loads a task in advance, so that it opens without a delay. */
export const prefetchTask = (id: number) => queryClient.prefetchQuery(taskQuery(id))
export const fetchTask = (id: number) => queryClient.fetchQuery({ ...taskQuery(id), staleTime: 0 })

/** Runs an API call about a task and refreshes every query that shows tasks. */
export function useTaskMutation() {
  return useMutation({
    // Acts on tasks are sent one after another, so that no decision overtakes the claim before it.
    scope: { id: 'moderation' },
    mutationFn: (call: () => Promise<Task>) => call(),
    onSuccess: (task) => {
      haptic('success')
      queryClient.setQueryData(taskQuery(task.id).queryKey, task)
    },
    onError: (error) => void showFailure(error),
    // The lists are refreshed after an error too, because an error means that another moderator changed the task. The
    // refresh is not awaited, so that the next decision is possible at once.
    onSettled: () =>
      void refreshCalls('GET /api/admin/queue', 'GET /api/admin/reports', 'GET /api/admin/moderation/:id'),
  })
}

export async function refreshCalls(...calls: string[]): Promise<void> {
  const staleCalls = [...calls, 'GET /api/admin/counts']
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => staleCalls.includes(String(queryKey[0])),
  })
}

const byId = (id: number) => ({ params: { id } })

/** API calls by which a moderator acts on one task. */
export const taskCalls = {
  claim: (id: number) => api('POST /api/admin/moderation/:id/claim', byId(id)),
  release: (id: number) => api('POST /api/admin/moderation/:id/release', byId(id)),
  approve: (id: number, content_hash: string | null) =>
    api('POST /api/admin/moderation/:id/approve', { ...byId(id), body: { content_hash } }),
  accept: (id: number, body: ConsequenceInput) =>
    api('POST /api/admin/moderation/:id/accept', { ...byId(id), body }),
  dismiss: (id: number) => api('POST /api/admin/moderation/:id/dismiss', byId(id)),
  undo: (id: number) => api('POST /api/admin/moderation/:id/undo', byId(id)),
  reject: (id: number, reason: string) =>
    api('POST /api/admin/moderation/:id/reject', { ...byId(id), body: { reason } }),
  ask: (id: number, question: string) =>
    api('POST /api/admin/moderation/:id/ask', { ...byId(id), body: { question } }),
  block: (id: number, reason: string) =>
    api('POST /api/admin/moderation/:id/block', { ...byId(id), body: { reason } }),
}
