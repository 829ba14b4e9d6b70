import { useMutation } from '@tanstack/react-query'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { ResponseGroup, ResponseSorting } from '#contract/options.ts'
import { api, type InputOf, type ReplyOf } from '#web/client/http/api.ts'
import { pages, query, queryClient } from '#web/client/query.ts'
import { order } from '#web/features/listings/queries.ts'
import { refreshListings, refreshResponses } from '#web/features/listings/refresh.ts'
import { askForBotAccessOnce } from '#web/features/session/write-access.ts'

export type ResponsePage = ReplyOf<typeof listCall>
export type Response = ResponsePage['items'][number]
export type OwnResponse = ReplyOf<typeof ownCall>['items'][number]
export type SentResponse = ReplyOf<'POST /api/projects/add_resp'>
type Body = NonNullable<InputOf<'POST /api/projects/add_resp'>['body']>
type NewResponse = NonNullable<Body['response']>

const listCall = 'GET /api/listings/:id/responses'
const ownCall = 'GET /api/responses'
type ListOptions = { sort: ResponseSorting; group: ResponseGroup }

/** Responses to a listing. Its author gets all of them, anybody else only their own response. */
export const responsesOf = (id: number, options: ListOptions) =>
  pages([listCall, id, options], (cursor, signal) =>
    api(listCall, { params: { id }, query: { ...options, cursor } }, { signal }),
  )

/** The user's own responses by kind of listing, either active or archived. */
export const ownResponses = (kind: ListingKind, is_archive = false) =>
  pages([ownCall, kind, is_archive], (cursor, signal) =>
    api(ownCall, { query: { kind, is_archive, cursor } }, { signal }),
  )

/** Number of own responses of a kind, present and past ones; 0 until the first page has come. */
export const countSent = (firstPage: { total: { current: number; archived: number } } | undefined) =>
  firstPage ? firstPage.total.current + firstPage.total.archived : 0

export type ResponseHistory = ReplyOf<'GET /api/responses/:id/story'>

/** One of the user's own responses, with the time of each step. */
export const responseHistory = (id: number) => query('GET /api/responses/:id/story', { params: { id } })

/**
 * Sends a response. While a boosted response is sent, the button shows the loading state for at least the minimum time
 * of pay buttons.
 */
export function useRespond(file_ids: number[]) {
  return useMutation({
    mutationFn: async (response: NewResponse) => {
      const minimumMs = response.response_type === 20 ? limits.payButton.ms : 0
      const [sent] = await Promise.all([
        api('POST /api/projects/add_resp', { body: { response, file_ids } }),
        new Promise((resolve) => setTimeout(resolve, minimumMs)),
      ])
      return sent
    },
    onSuccess: (sentResponse, response) => {
      const id = Number(response.project_id)
      queryClient.setQueryData(
        order(id).queryKey,
        (cached) =>
          cached && {
            ...cached,
            is_responded: true,
            responses_count: cached.responses_count + 1,
            my_response: {
              id: sentResponse.id,
              status: sentResponse.status,
              place: sentResponse.place,
              response_type: sentResponse.response_type,
            },
          },
      )
      void refreshResponses()
      void refreshListings(id)
      // The success dialog promises a bot message about the author's answer, so the app asks for permission to send it.
      void askForBotAccessOnce()
    },
  })
}
