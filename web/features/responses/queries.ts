import { useMutation } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { api, type InputOf, type ReplyOf } from '#web/api.ts'
import { order, refreshListings } from '#web/features/listings/queries.ts'
import { letBotWrite } from '#web/features/session/write-access.ts'
import { query, queryClient } from '#web/query.ts'

export type Response = ReplyOf<'GET /api/projects/:id/responses'>[number]
export type OwnResponse = ReplyOf<'GET /api/projects/my_responses'>[number]
export type SentResponse = ReplyOf<'POST /api/projects/add_resp'>
type Body = NonNullable<InputOf<'POST /api/projects/add_resp'>['body']>
type NewResponse = NonNullable<Body['response']>

export const orderResponses = (id: number) => query('GET /api/projects/:id/responses', { params: { id } })
export const myResponses = () => query('GET /api/projects/my_responses')

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
      void queryClient.invalidateQueries({ queryKey: myResponses().queryKey })
      void refreshListings(id)
      // The success dialog promises the bot's message about the answer.
      void letBotWrite()
    },
  })
}

/** The author has opened the list: every response in it counts as seen. */
export function useMarkSeen() {
  return useMutation({
    mutationFn: (project_id: number) => api('POST /api/projects/edit_project_show', { body: { project_id } }),
  })
}
