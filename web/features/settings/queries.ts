import { useMutation } from '@tanstack/react-query'
import { api, type InputOf, type ReplyOf } from '#web/client/api.ts'
import { query, queryClient } from '#web/client/query.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { changeMe } from '#web/features/session/use-me.ts'

export type Settings = ReplyOf<'GET /api/users/notification_settings'>
type Changes = InputOf<'POST /api/users/notification_settings'>['body'] & Partial<Settings>

export const notificationSettings = () => query('GET /api/users/notification_settings')

const write = (part: Partial<Settings>) =>
  queryClient.setQueryData(notificationSettings().queryKey, (old) => old && { ...old, ...part })

/** Saves at once; what the server refuses goes back to where it stood. */
export function useSettingsChange(settings: Settings) {
  return useMutation({
    mutationFn: (body: Changes) => api('POST /api/users/notification_settings', { body }),
    onMutate: write,
    onSuccess: (saved) => {
      write(saved)
      const { is_notify_new_order, is_notify_new_messages, is_notify_hot_orders } = saved
      changeMe({ is_notify_new_order, is_notify_new_messages, is_notify_hot_orders })
    },
    onError: (error) => {
      write(settings)
      void showFailure(error)
    },
  }).mutate
}
