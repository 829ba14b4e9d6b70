import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { api, type InputOf } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { queryClient } from '#web/client/query.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { useVerification } from '#web/features/session/verification.ts'
import { rooms } from './queries.ts'

type CreateRoomInput = InputOf<'POST /chat/create_room'>['body']
/** The person to write to, and the listing that the chat is about, if any. */
type Partner = { user_id: number; project_id?: number; vacancy_id?: number }

function createRoomInput(me_id: number, { user_id, ...about }: Partner): CreateRoomInput {
  const pair = { user1_id: me_id, user2_id: user_id }
  return about.project_id || about.vacancy_id ? { ...pair, ...about } : { ...pair, other_chat: true }
}

/**
 * Opens the chat with a person. If the server requires a confirmed phone, the user is asked to confirm it and the chat
 * is opened again.
 */
export function useOpenChat() {
  const me = useMe()
  const verifyPhone = useVerification(me)
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (partner: Partner) => {
      if (!me) return null
      const createRoom = () => api('POST /chat/create_room', { body: createRoomInput(me.id, partner) })
      try {
        return await createRoom()
      } catch (error) {
        const needsPhone = error instanceof ApiError && error.code === 'verification_required'
        if (!needsPhone) throw error
        return (await verifyPhone()) ? createRoom() : null
      }
    },
    onSuccess: async (room) => {
      if (!room || !me) return
      queryClient.setQueryData(rooms(me.id).queryKey, (cachedRooms) => {
        if (!cachedRooms) return cachedRooms
        return [room, ...cachedRooms.filter(({ id }) => id !== room.id)]
      })
      await navigate(`/chat/${room.id}`)
    },
    onError: (error) => void showFailure(error),
  })
}
