import { ChevronDown, ChevronUp, Flame, type LucideIcon, MessageCircle, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { presets } from '#contract/notifications.ts'
import { type NotificationSwitch, notificationSwitches } from '#contract/options.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Cell, List, RadioCells, SwitchCell } from '#web/ui/list.tsx'
import { MutedKinds } from './muted-kinds.tsx'
import { isHeard, presetChoice, presetOf } from './presets.ts'
import { type Settings, useSettingsChange } from './queries.ts'
import { QuietHours } from './quiet-hours.tsx'
import { WriteNotice } from './write-notice.tsx'

const switches: Record<NotificationSwitch, { words: string; icon: LucideIcon }> = {
  is_notify_new_order: { words: 'newOrders', icon: Sparkles },
  is_notify_hot_orders: { words: 'hotOrders', icon: Flame },
  is_notify_new_messages: { words: 'messages', icon: MessageCircle },
}

/** Notification settings: one of three presets, or kind by kind. */
export function Notifications({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const change = useSettingsChange()
  const [isOpen, setOpen] = useState(false)
  const { kinds } = settings
  const heard = kinds.filter((kind) => isHeard(settings, kind)).length
  return (
    <>
      {!settings.can_write && <WriteNotice />}
      <RadioCells
        label={t('notify.preset')}
        options={presets.map((value) => ({
          value,
          title: t(`notify.preset.${value}`),
          note: t(`notify.preset.${value}Hint`),
        }))}
        value={presetOf(settings)}
        onChange={(preset) => change(presetChoice(preset, kinds))}
      />
      <QuietHours settings={settings} onChange={change} />
      <List>
        <Cell
          inPlace
          title={t('notify.each')}
          note={t('notify.heard', { count: heard, all: kinds.length })}
          end={isOpen ? <ChevronUp /> : <ChevronDown />}
          expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </List>
      {isOpen && (
        <>
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
          <MutedKinds settings={settings} onChange={change} />
        </>
      )}
    </>
  )
}
