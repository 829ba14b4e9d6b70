import { useMutation } from '@tanstack/react-query'
import type { InviteDecline } from '#contract/invitations.ts'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { query, queryClient } from '#web/client/query.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'

export type Invitations = ReplyOf<'GET /api/listings/:id/invitations'>
export type InvitedPerson = Invitations['people'][number]
export type ReceivedInvitation = ReplyOf<'GET /api/invitations'>[number]

export const invitationsOf = (id: number) => query('GET /api/listings/:id/invitations', { params: { id } })
export const receivedInvitations = () => query('GET /api/invitations')

/** True if the invitation can still be answered. */
export const isWaiting = ({ state }: ReceivedInvitation) => state === 'sent' || state === 'seen'

/** True if the server refused the words of the author's text. The form shows this error at the text field. */
export const isTextRefused = (failure: unknown) =>
  failure instanceof ApiError && failure.code === 'words_not_allowed'

/** Sends an invitation. The server responds with the updated list of recommended people. */
export function useInvite(listing_id: number, onSent: () => void) {
  return useMutation({
    mutationFn: ({ user_id, words }: { user_id: number; words: string }) =>
      api('POST /api/listings/:id/invitations', {
        params: { id: listing_id },
        body: { user_ids: [user_id], words },
      }),
    onSuccess: (list) => {
      haptic('success')
      queryClient.setQueryData(invitationsOf(listing_id).queryKey, list)
      onSent()
    },
    onError: (failure) => {
      if (isTextRefused(failure)) return haptic('error')
      void queryClient.invalidateQueries({ queryKey: invitationsOf(listing_id).queryKey })
      void showFailure(failure)
    },
  })
}

/** Declines an invitation, sets the reason of the decline, or takes the decline back. */
export function useDeclineInvitation(id: number) {
  return useMutation({
    mutationFn: (decision: 'not now' | 'back' | InviteDecline) => {
      const params = { id }
      if (decision === 'back') return api('DELETE /api/invitations/:id/decline', { params })
      const body = decision === 'not now' ? {} : { reason: decision }
      return api('POST /api/invitations/:id/decline', { params, body })
    },
    onSuccess: (updated) => {
      haptic('light')
      queryClient.setQueryData(receivedInvitations().queryKey, (invitations) =>
        invitations?.map((invitation) => (invitation.id === updated.id ? updated : invitation)),
      )
    },
    onError: (failure) => {
      void queryClient.invalidateQueries({ queryKey: receivedInvitations().queryKey })
      void showFailure(failure)
    },
  })
}

/**
 * Time until which an answer makes sense. Responses stay open until the end of the placement, but after the work is due
 * they are of no use; `isDue` tells which of the two comes first.
 */
export function termOf({ deadline, expires_at }: Pick<ReceivedInvitation, 'deadline' | 'expires_at'>) {
  const isDue =
    deadline !== null && expires_at !== null && deadline < expires_at && Date.parse(deadline) > Date.now()
  return { until: isDue ? deadline : expires_at, isDue }
}
