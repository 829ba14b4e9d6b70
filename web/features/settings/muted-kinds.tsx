import { type MutableKind, type Notification, notifications, sections } from '#contract/notifications.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { List, SwitchCell } from '#web/ui/list.tsx'
import styles from './muted-kinds.module.css'
import type { Settings } from './queries.ts'

type MutedKindsProps = { settings: Settings; onChange: (part: Pick<Settings, 'muted_kinds'>) => void }

const sectionOf = (kind: MutableKind) => (notifications[kind] as Notification).section

/** Kinds of notifications that can be muted one by one; kinds with a switch of their own are listed above. */
export function MutedKinds({ settings, onChange }: MutedKindsProps) {
  const { t } = useTranslation()
  const { muted_kinds, kinds } = settings
  const mute = (kind: MutableKind, isHeard: boolean) => {
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
              onChange={(on) => mute(kind, on)}
            />
          ))}
      </List>
    </section>
  ))
}
