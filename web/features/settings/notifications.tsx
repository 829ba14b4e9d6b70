import { Flame, type LucideIcon, MessageCircle, Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type NotificationSwitch, notificationSwitches } from '#contract/options.ts'
import { List, SwitchCell } from '#web/ui/list.tsx'
import { MutedKinds } from './muted-kinds.tsx'
import { type Settings, useSettingsChange } from './queries.ts'
import { QuietHours } from './quiet-hours.tsx'
import { WriteNotice } from './write-notice.tsx'

const switches: Record<NotificationSwitch, { words: string; icon: LucideIcon }> = {
  is_notify_new_order: { words: 'newOrders', icon: Sparkles },
  is_notify_hot_orders: { words: 'hotOrders', icon: Flame },
  is_notify_new_messages: { words: 'messages', icon: MessageCircle },
}

/** What the bot tells, and when. */
export function Notifications({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const change = useSettingsChange(settings)
  return (
    <>
      {!settings.can_write && <WriteNotice />}
      <List icons>
        {notificationSwitches.map((name) => (
          <SwitchCell
            key={name}
            icon={switches[name].icon}
            title={t(`notify.${switches[name].words}`)}
            note={t(`notify.${switches[name].words}Hint`)}
            checked={settings[name]}
            onChange={(on) => change({ [name]: on })}
          />
        ))}
      </List>
      <QuietHours settings={settings} onChange={change} />
      <MutedKinds settings={settings} onChange={change} />
    </>
  )
}
