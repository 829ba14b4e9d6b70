import {
  BellOff,
  ChevronDown,
  ChevronUp,
  Flame,
  type LucideIcon,
  MessageCircle,
  Sparkles,
} from 'lucide-react'
import { useState } from 'react'
import {
  type MutableKind,
  type Notification,
  notifications,
  presets,
  sections,
} from '#contract/notifications.ts'
import { type NotificationSwitch, notificationSwitches } from '#contract/options.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { ensureBotCanWrite } from '#web/features/session/write-access.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Cell, List, RadioCells, SwitchCell } from '#web/ui/list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './notifications.module.css'
import { isHeard, presetChoice, presetOf } from './presets.ts'
import { notificationSettings, type Settings, useSettingsChange } from './queries.ts'
import { QuietHours } from './quiet-hours.tsx'

const switches: Record<NotificationSwitch, { words: string; icon: LucideIcon }> = {
  is_notify_new_order: { words: 'newOrders', icon: Sparkles },
  is_notify_hot_orders: { words: 'hotOrders', icon: Flame },
  is_notify_new_messages: { words: 'messages', icon: MessageCircle },
}

/** Notification settings: one of three presets, or a switch for each kind. */
export function Notifications({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const settingsChange = useSettingsChange()
  const [isOpen, setOpen] = useState(false)
  const { kinds } = settings
  const heardCount = kinds.filter((kind) => isHeard(settings, kind)).length
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
        onChange={(preset) => settingsChange(presetChoice(preset, kinds))}
      />
      <QuietHours settings={settings} onChange={settingsChange} />
      <List>
        <Cell
          inPlace
          title={t('notify.each')}
          note={t('notify.heard', { count: heardCount, all: kinds.length })}
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
                onChange={(on) => settingsChange({ [name]: on })}
              />
            ))}
          </List>
          <MutedKinds settings={settings} onChange={settingsChange} />
        </>
      )}
    </>
  )
}

type MutedKindsProps = { settings: Settings; onChange: (part: Pick<Settings, 'muted_kinds'>) => void }

const sectionOf = (kind: MutableKind) => (notifications[kind] as Notification).section

/** Kinds of notifications that can be muted one by one. Kinds with a setting of their own are listed above them. */
function MutedKinds({ settings, onChange }: MutedKindsProps) {
  const { t } = useTranslation()
  const { muted_kinds, kinds } = settings
  const setKindMuted = (kind: MutableKind, isHeard: boolean) => {
    const others = muted_kinds.filter((muted) => muted !== kind)
    onChange({ muted_kinds: isHeard ? others : [...others, kind] })
  }
  return sections.map((section) => (
    <section key={section}>
      <h2 className={styles.title}>{t(`notify.group.${section}`)}</h2>
      <List>
        {kinds
          .filter((kind) => sectionOf(kind) === section)
          .map((kind) => (
            <SwitchCell
              key={kind}
              title={t(`notify.kind.${kind}`)}
              checked={!muted_kinds.includes(kind)}
              onChange={(on) => setKindMuted(kind, on)}
            />
          ))}
      </List>
    </section>
  ))
}

/** Notice that the bot cannot write to the user. The switches below it have no effect until the bot can. */
function WriteNotice() {
  const { t } = useTranslation()
  const allow = async () => {
    await ensureBotCanWrite()
    await queryClient.invalidateQueries({ queryKey: notificationSettings().queryKey })
  }
  return (
    <Notice
      icon={BellOff}
      tone="warn"
      title={t('notify.blocked.title')}
      action={<TextButton onClick={() => void allow()}>{t('notify.blocked.allow')}</TextButton>}
    >
      {t('notify.blocked.text')}
    </Notice>
  )
}
