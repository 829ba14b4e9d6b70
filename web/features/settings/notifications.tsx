import { Flame, MessageCircle, Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { List, SwitchCell } from '#web/ui/list.tsx'
import { MutedKinds } from './muted-kinds.tsx'
import { type Settings, useSettingsChange } from './queries.ts'
import { QuietHours } from './quiet-hours.tsx'
import { WriteNotice } from './write-notice.tsx'

/** What the bot tells, and when. */
export function Notifications({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const change = useSettingsChange(settings)
  return (
    <>
      {!settings.can_write && <WriteNotice />}
      <List icons>
        <SwitchCell
          icon={Sparkles}
          title={t('notify.newOrders')}
          note={t('notify.newOrdersHint')}
          checked={settings.is_notify_new_order}
          onChange={(on) => change({ is_notify_new_order: on })}
        />
        <SwitchCell
          icon={Flame}
          title={t('notify.hotOrders')}
          note={t('notify.hotOrdersHint')}
          checked={settings.is_notify_hot_orders}
          onChange={(on) => change({ is_notify_hot_orders: on })}
        />
        <SwitchCell
          icon={MessageCircle}
          title={t('notify.messages')}
          note={t('notify.messagesHint')}
          checked={settings.is_notify_new_messages}
          onChange={(on) => change({ is_notify_new_messages: on })}
        />
      </List>
      <QuietHours settings={settings} onChange={change} />
      <MutedKinds settings={settings} onChange={change} />
    </>
  )
}
