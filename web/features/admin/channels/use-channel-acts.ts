import { Unplug } from 'lucide-react'
import { api } from '#web/client/http/api.ts'
import type { AdminChannel } from '#web/features/admin/frame/queries.ts'
import { useStaffAct } from '#web/features/admin/frame/staff-act.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { askDialog } from '#web/ui/overlays.ts'

/** Acts of an administrator on a channel. `onDone` is called after each that succeeded. */
export function useChannelActs({ id, title }: AdminChannel, onDone: () => void = () => undefined) {
  const { t } = useAdminFormats()
  const { act } = useStaffAct(onDone, 'GET /api/admin/channels')
  const params = { id }
  return {
    pause: (is_paused: boolean) =>
      act(
        () => api('POST /api/admin/channels/:id/paused', { params, body: { is_paused } }),
        t(is_paused ? 'admin.channels.paused' : 'admin.channels.resumed'),
      ),
    /** Asks Telegram whether the bot may post, change and delete messages in the channel. */
    check: () =>
      act(
        () => api('POST /api/admin/channels/:id/check', { params }),
        ({ lost, missing_rights }) =>
          t(lost || missing_rights.length > 0 ? 'admin.channels.check.lost' : 'admin.channels.check.fine'),
      ),
    remove: async () => {
      const isConfirmed = await askDialog({
        icon: Unplug,
        tone: 'bad',
        destructive: true,
        title: t('admin.channels.remove.title', { name: title }),
        text: t('admin.channels.remove.text'),
        confirm: t('admin.channels.remove.ok'),
        cancel: t('common.cancel'),
      })
      if (isConfirmed)
        act(() => api('DELETE /api/admin/channels/:id', { params }), t('admin.channels.removed'))
    },
  }
}
