import { useTranslation } from 'react-i18next'
import { List, SwitchCell } from '#web/ui/list.tsx'
import styles from './muted-kinds.module.css'
import type { Settings } from './queries.ts'

type Kind = Settings['muted_kinds'][number]
type MutedKindsProps = { settings: Settings; onChange: (part: { muted_kinds: Kind[] }) => void }

/** These have a switch of their own above. */
const apart = ['new_order', 'hot_order', 'new_message']
const groups = [
  { name: 'responses', pattern: /response/ },
  { name: 'listings', pattern: /^(listing|revision)/ },
  { name: 'payments', pattern: /^payment/ },
  { name: 'other', pattern: /^/ },
] as const

/** The kinds that may be silenced one by one, each in the first group that fits. */
function grouped(kinds: Kind[]): { name: string; kinds: Kind[] }[] {
  const rest = new Set(kinds.filter((kind) => !apart.includes(kind)))
  return groups.flatMap(({ name, pattern }) => {
    const fitting = [...rest].filter((kind) => pattern.test(kind))
    for (const kind of fitting) rest.delete(kind)
    return fitting.length ? [{ name, kinds: fitting }] : []
  })
}

export function MutedKinds({ settings, onChange }: MutedKindsProps) {
  const { t } = useTranslation()
  const { muted_kinds, kinds } = settings
  const mute = (kind: Kind, isHeard: boolean) => {
    const others = muted_kinds.filter((muted) => muted !== kind)
    onChange({ muted_kinds: isHeard ? others : [...others, kind] })
  }
  return grouped(kinds).map((group) => (
    <section key={group.name}>
      <h2 className={styles.title}>{t(`notify.group.${group.name}`)}</h2>
      <List>
        {group.kinds.map((kind) => (
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
