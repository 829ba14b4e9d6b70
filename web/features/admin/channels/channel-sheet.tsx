import { CirclePause, CirclePlay, Send, ShieldCheck, Unplug } from 'lucide-react'
import { useIsWide } from '#web/features/admin/frame/list.tsx'
import type { AdminChannel } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { openLink } from '#web/telegram/index.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { ChannelForm, PostPreview } from './channel-details.tsx'
import { useChannelActs } from './use-channel-acts.ts'

/** Acts on a channel. On a narrow screen its settings stand below them. */
export function ChannelSheet({ channel, onClose }: { channel: AdminChannel; onClose: () => void }) {
  const { t } = useAdminFormats()
  const isWide = useIsWide()
  const { title, username, state } = channel
  const acts = useChannelActs(channel, onClose)
  const isPaused = state === 'paused'
  return (
    <Sheet open onClose={onClose} title={title}>
      {/* One element, because the parts of a sheet shrink to its height. */}
      <div className="stack stack-4">
        <List icons>
          {username && (
            <Cell
              icon={Send}
              title={t('admin.channels.open')}
              note={`@${username}`}
              onClick={() => openLink(`https://t.me/${username}`)}
            />
          )}
          <Cell inPlace icon={ShieldCheck} title={t('admin.channels.check')} onClick={acts.check} />
          <Cell
            inPlace
            icon={isPaused ? CirclePlay : CirclePause}
            title={t(isPaused ? 'admin.channels.resume' : 'admin.channels.pause')}
            note={t(isPaused ? 'admin.channels.resume.hint' : 'admin.channels.pause.hint')}
            onClick={() => acts.pause(!isPaused)}
          />
          <Cell bad icon={Unplug} title={t('admin.channels.remove')} onClick={() => void acts.remove()} />
        </List>
        {!isWide && (
          <>
            <ChannelForm channel={channel} />
            <PostPreview id={channel.id} />
          </>
        )}
      </div>
    </Sheet>
  )
}
