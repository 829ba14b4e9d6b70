import { TriangleAlert } from 'lucide-react'
import type { AdminChannel } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useChannelActs } from './use-channel-acts.ts'

/** Says that a channel takes no posts, or cannot change them, and what is to be done about it. */
export function LostRights({ channel }: { channel: AdminChannel }) {
  const { t } = useAdminFormats()
  const acts = useChannelActs(channel)
  const { title, lost, missing_rights, waiting } = channel
  if (!lost && missing_rights.length === 0) return null
  const isGone = lost?.reason === 'gone'
  const reason = lost?.reason ?? 'missing'
  const rights = missing_rights.map((right) => t(`admin.channels.right.${right}`)).join(', ')
  const step = t(`admin.channels.lost.${reason}.step`, { rights })
  return (
    <div role="alert">
      <Notice
        icon={TriangleAlert}
        tone={lost ? 'bad' : 'warn'}
        title={t(`admin.channels.lost.${reason}`, { name: title })}
        action={
          <TextButton onClick={isGone ? acts.remove : acts.check}>
            {t(isGone ? 'admin.channels.remove' : 'admin.channels.check')}
          </TextButton>
        }
      >
        {lost && !isGone && waiting > 0
          ? `${step} ${t('admin.channels.lost.waiting', { count: waiting })}`
          : step}
      </Notice>
    </div>
  )
}
