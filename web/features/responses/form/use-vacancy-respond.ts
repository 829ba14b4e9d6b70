import { useMutation } from '@tanstack/react-query'
import { api, type InputOf } from '#web/client/http/api.ts'
import { queryClient } from '#web/client/query.ts'
import { vacancy } from '#web/features/listings/queries.ts'
import { refreshListings, refreshResponses } from '#web/features/listings/refresh.ts'
import { askForBotAccessOnce } from '#web/features/session/write-access.ts'

type Body = NonNullable<InputOf<'POST /api/vacancy/add_resp'>['body']>
type VacancyResponse = Pick<NonNullable<Body['response']>, 'response_text' | 'with_resume'>

export const bodyOf = (vacancy_id: number, letter: VacancyResponse, file_ids: number[]) => ({
  body: { response: { vacancy_id, ...letter, response_type: 200 as const }, file_ids },
})

/** Sends a response to a vacancy, which has neither a boost nor a price. */
export function useVacancyRespond(vacancy_id: number, file_ids: number[]) {
  return useMutation({
    mutationFn: (letter: VacancyResponse) =>
      api('POST /api/vacancy/add_resp', bodyOf(vacancy_id, letter, file_ids)),
    onSuccess: ({ id, status, place, response_type }) => {
      const my_response = { id, status, place, response_type }
      queryClient.setQueryData(
        vacancy(vacancy_id).queryKey,
        (old) => old && { ...old, is_responded: true, responses_count: old.responses_count + 1, my_response },
      )
      void refreshResponses()
      void refreshListings(vacancy_id)
      // The success dialog promises a bot message about the author's answer.
      void askForBotAccessOnce()
    },
  })
}
