import { BellOff } from 'lucide-react'
import {
  changedParts,
  isLineOn,
  mutedInLine,
  presetChoice,
  presetOf,
  presets,
  withLines,
  withoutMutes,
} from '#contract/notification-lines.ts'
import { type MenuLine, menuLines } from '#contract/notifications.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { ensureBotCanWrite } from '#web/features/session/write-access.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Cell, List, RadioCells, SwitchCell } from '#web/ui/list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './notifications.module.css'
import { notificationSettings, type Settings, useSettingsChange } from './queries.ts'
import { QuietHours } from './quiet-hours.tsx'

/** Notification settings: one of three presets, or the eight lines that the bot has too. */
export function Notifications({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const settingsChange = useSettingsChange()
  const preset = presetOf(settings)
  const options = preset ? presets : ([...presets, 'own'] as const)
  return (
    <>
      {!settings.can_write && <WriteNotice />}
      <RadioCells
        label={t('notify.preset')}
        options={options.map((value) => ({
          value,
          title: t(`notify.preset.${value}`),
          note: t(`notify.preset.${value}Hint`),
        }))}
        value={preset ?? 'own'}
        onChange={(chosen) =>
          chosen !== 'own' && settingsChange(changedParts(settings, presetChoice(chosen)))
        }
      />
      <section>
        <h2 className={styles.title}>{t('notify.each')}</h2>
        <List>
          {menuLines.map((line) => (
            <Line key={line} line={line} settings={settings} onChange={settingsChange} />
          ))}
        </List>
      </section>
      <QuietHours settings={settings} onChange={settingsChange} />
      <p className={styles.caption}>{t('notify.always')}</p>
    </>
  )
}

type LineProps = { line: MenuLine; settings: Settings; onChange: ReturnType<typeof useSettingsChange> }

/** One line with its switch, and below it the kinds that were muted one by one, with the button that turns them on. */
function Line({ line, settings, onChange }: LineProps) {
  const { t } = useTranslation()
  const mutedKinds = mutedInLine(settings, line)
  return (
    <>
      <SwitchCell
        title={t(`notify.line.${line}`)}
        note={line === 'publication' && t('notify.line.publication.note')}
        checked={isLineOn(settings, line)}
        onChange={(on) => onChange(changedParts(settings, withLines(settings, [line], on)))}
      />
      {mutedKinds.length > 0 && (
        <Cell
          inPlace
          title={t('notify.muted', { kinds: mutedKinds.map((kind) => t(`notify.kind.${kind}`)).join(', ') })}
          end={<span className="accent">{t('notify.restore')}</span>}
          onClick={() => onChange(changedParts(settings, withoutMutes(settings, line)))}
        />
      )}
    </>
  )
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
