import { useState } from 'react'
import { clockTime, usualQuietHours, zoneName } from '#contract/quiet-hours.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { InputField } from '#web/ui/form-field.tsx'
import { List, SwitchCell } from '#web/ui/list.tsx'
import type { Settings } from './queries.ts'
import styles from './quiet-hours.module.css'

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

type Hours = { quiet_from: number | null; quiet_to: number | null; time_zone?: string }
type QuietHoursProps = { settings: Settings; onChange: (hours: Hours) => void }

/** Settings of the hours in which only urgent notifications are sent, in the phone's time zone. */
export function QuietHours({ settings, onChange }: QuietHoursProps) {
  const { t, language } = useTranslation()
  const [same, setSame] = useState<'quiet_from' | 'quiet_to'>()
  const { quiet_from, quiet_to } = settings
  const isOn = quiet_from !== null && quiet_to !== null
  const hours = {
    quiet_from: quiet_from ?? usualQuietHours.quiet_from,
    quiet_to: quiet_to ?? usualQuietHours.quiet_to,
  }
  const changeHours = (part: Partial<typeof hours>) => onChange({ ...hours, ...part, time_zone: zone() })
  const chooseTime = (name: 'quiet_from' | 'quiet_to', minutes: number) => {
    const other = name === 'quiet_from' ? hours.quiet_to : hours.quiet_from
    setSame(minutes === other ? name : undefined)
    if (minutes !== other) changeHours({ [name]: minutes })
  }
  const timeFields = [
    { name: 'quiet_from', label: t('quiet.from') },
    { name: 'quiet_to', label: t('quiet.to') },
  ] as const
  return (
    <section className={styles.quiet}>
      <List>
        <SwitchCell
          title={t('quiet.title')}
          note={t('quiet.text')}
          end={<span className="num">{`${clockTime(hours.quiet_from)}–${clockTime(hours.quiet_to)}`}</span>}
          checked={isOn}
          onChange={(on) => (on ? changeHours({}) : onChange({ quiet_from: null, quiet_to: null }))}
        />
      </List>
      {isOn && (
        <div className={styles.times}>
          {timeFields.map(({ name, label }) => (
            <InputField
              key={name}
              label={label}
              error={same === name ? t('quiet.same') : undefined}
              type="time"
              required
              unmarked
              value={clockTime(hours[name])}
              onValue={(value) => {
                const minutes = parseMinutes(value)
                if (minutes !== null) chooseTime(name, minutes)
              }}
            />
          ))}
          <p className={styles.zone}>{t('quiet.zone', { zone: zoneName(language, settings.time_zone) })}</p>
        </div>
      )}
    </section>
  )
}

const hour = 60

/** Converts a time such as «22:30» to minutes after midnight. Returns `null` if the time is incomplete. */
function parseMinutes(clock: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? []
  return hours === undefined ? null : Number(hours) * hour + Number(minutes)
}
