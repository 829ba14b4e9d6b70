import { Megaphone, Plus } from 'lucide-react'
import { useState } from 'react'
import { ChannelDetails } from '#web/features/admin/channels/channel-details.tsx'
import { ChannelRows } from '#web/features/admin/channels/channel-rows.tsx'
import { ChannelSheet } from '#web/features/admin/channels/channel-sheet.tsx'
import { ConnectSheet } from '#web/features/admin/channels/connect-sheet.tsx'
import { LostRights } from '#web/features/admin/channels/lost-rights.tsx'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { ListState, useIsWide } from '#web/features/admin/frame/list.tsx'
import { useChannels } from '#web/features/admin/frame/queries.ts'
import section from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Telegram channels in which published listings are posted: what each takes, and what came of it. */
export default function AdminChannelsScreen() {
  const { t, whole, duration } = useAdminFormats()
  const isWide = useIsWide()
  const channels = useChannels()
  const [shownId, setShown] = useState<number>()
  const [menuId, setMenu] = useState<number>()
  const [isConnecting, setConnecting] = useState(false)
  const items = channels.data?.items ?? []
  const shown = items.find(({ id }) => id === shownId) ?? items[0]
  const menu = items.find(({ id }) => id === menuId)
  const { posted_today = 0, edited_today = 0, waiting = 0, waiting_since } = channels.data ?? {}
  const today = t('admin.channels.today', { posted: whole(posted_today), edited: whole(edited_today) })
  const waitingText =
    waiting_since &&
    t('admin.channels.waiting', { count: waiting, age: duration(Date.now() - Date.parse(waiting_since)) })
  return (
    <AdminFrame
      adminOnly
      title={t('admin.channels')}
      note={items.length > 0 ? [today, waitingText].filter(Boolean).join(' ') : ''}
      action={
        isWide ? (
          <Button small icon={Plus} onClick={() => setConnecting(true)}>
            {t('admin.channels.connect')}
          </Button>
        ) : (
          <IconButton
            look="card"
            icon={Plus}
            label={t('admin.channels.connect')}
            onClick={() => setConnecting(true)}
          />
        )
      }
    >
      {items.map((one) => (
        <LostRights key={one.id} channel={one} />
      ))}
      <ListState
        found={channels}
        isEmpty={items.length === 0}
        empty={{
          icon: Megaphone,
          title: t('admin.channels.empty.title'),
          text: t('admin.channels.empty.text'),
          // A wide window has the same button beside the title.
          action: !isWide && (
            <Button onClick={() => setConnecting(true)}>{t('admin.channels.connect')}</Button>
          ),
        }}
      >
        <div className={section.table}>
          <ChannelRows
            channels={items}
            shown={shown?.id}
            onShow={isWide ? setShown : setMenu}
            onMenu={setMenu}
          />
        </div>
        {isWide && shown && <ChannelDetails key={shown.id} channel={shown} />}
      </ListState>
      {menu && <ChannelSheet channel={menu} onClose={() => setMenu(undefined)} />}
      {isConnecting && (
        <ConnectSheet
          onClose={() => setConnecting(false)}
          onConnected={(id) => {
            setConnecting(false)
            setShown(id)
          }}
        />
      )}
    </AdminFrame>
  )
}
