import { useMutation } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { api, type InputOf, type ReplyOf } from '#web/api.ts'
import { order, refreshListings } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { askToWriteOnce } from '#web/features/session/write-access.ts'
import { query, queryClient } from '#web/query.ts'

export type Response = ReplyOf<'GET /api/projects/:id/responses'>[number]
export type OwnResponse = ReplyOf<'GET /api/projects/my_responses'>[number]
export type SentResponse = ReplyOf<'POST /api/projects/add_resp'>
type Body = NonNullable<InputOf<'POST /api/projects/add_resp'>['body']>
type NewResponse = NonNullable<Body['response']>
type Place = Pick<Listing, 'id' | 'kind'>

const listCalls = {
  order: 'GET /api/projects/:id/responses',
  vacancy: 'GET /api/vacancy/:id/responses',
} as const

/** All responses of an own listing; to anybody else only their own. */
export const responsesOf = ({ id, kind }: Place) => query(listCalls[kind], { params: { id } })
export const myResponses = () => query('GET /api/projects/my_responses')
export const myVacancyResponses = () => query('GET /api/vacancy/responses/my')

/** What a change of a response makes stale. */
export async function refreshResponses(place?: Place): Promise<void> {
  const lists = place ? [responsesOf(place).queryKey] : []
  await Promise.all(
    [myResponses().queryKey, myVacancyResponses().queryKey, ...lists].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

/** Sends a response. A boosted one takes at least the second that a pay button loads. */
export function useRespond() {
  return useMutation({
    mutationFn: async (response: NewResponse) => {
      const shortest = response.response_type === 20 ? limits.payButton.ms : 0
      const [sent] = await Promise.all([
        api('POST /api/projects/add_resp', { body: { response } }),
        new Promise((resolve) => setTimeout(resolve, shortest)),
      ])
      return sent
    },
    onSuccess: (sent, response) => {
      const id = Number(response.project_id)
      queryClient.setQueryData(
        order(id).queryKey,
        (old) =>
          old && {
            ...old,
            is_responded: true,
            responses_count: old.responses_count + 1,
            my_response: {
              id: sent.id,
              status: sent.status,
              place: sent.place,
              response_type: sent.response_type,
            },
          },
      )
      void refreshResponses()
      void refreshListings(id)
      // The success dialog promises the bot's message about the answer.
      void askToWriteOnce()
    },
  })
}

/** The author has opened the list: every response in it counts as seen. */
export function useMarkSeen() {
  return useMutation({
    mutationFn: ({ id, kind }: Place) =>
      kind === 'order'
        ? api('POST /api/projects/edit_project_show', { body: { project_id: id } })
        : api('POST /api/vacancy/edit_vacancy_show', { body: { vacancy_id: id } }),
    // the number of new ones stands on the list of own listings
    onSuccess: () => refreshListings(),
  })
}
