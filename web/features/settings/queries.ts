import { useMutation } from '@tanstack/react-query'
import { api, type InputOf, type ReplyOf } from '#web/client/http/api.ts'
import { query, queryClient } from '#web/client/query.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { updateMe } from '#web/features/session/use-me.ts'

export type Settings = ReplyOf<'GET /api/users/notification_settings'>
type Changes = InputOf<'POST /api/users/notification_settings'>['body'] & Partial<Settings>

export const notificationSettings = () => query('GET /api/users/notification_settings')

const writeCached = (part: Partial<Settings>) =>
  queryClient.setQueryData(notificationSettings().queryKey, (cached) => cached && { ...cached, ...part })

const mutationKey = ['notification settings']
const isLast = () => queryClient.isMutating({ mutationKey }) === 1

/**
 * Saves each change at once, one after another, and undoes a change that the server refuses. Only the response to the
 * last change is applied, because earlier responses lack the later changes.
 */
export function useSettingsChange() {
  return useMutation({
    mutationKey,
    scope: { id: 'notification settings' },
    mutationFn: (body: Changes) => api('POST /api/users/notification_settings', { body }),
    onMutate: (body) => {
      const settingsBefore = queryClient.getQueryData(notificationSettings().queryKey)
      writeCached(body)
      return settingsBefore
    },
    onSuccess: (savedSettings) => {
      if (isLast()) writeCached(savedSettings)
      const { is_notify_new_order, is_notify_new_messages, is_notify_hot_orders } = savedSettings
      updateMe({ is_notify_new_order, is_notify_new_messages, is_notify_hot_orders })
    },
    onError: (error, body, settingsBefore) => {
      if (settingsBefore)
        writeCached(Object.fromEntries(Object.entries(settingsBefore).filter(([name]) => name in body)))
      void showFailure(error)
    },
  }).mutate
}
