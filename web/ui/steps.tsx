import { Check, X } from 'lucide-react'
import { cx } from './class-names.ts'
import styles from './steps.module.css'

type StepsProps = {
  names: string[]
  now: number
  /** A date or a word below each step's name. */
  notes?: string[]
  failed?: boolean
  stepLabel: (name: string, current: number) => string
}

/** Progress in steps. Done steps have a check mark, the current step a ring, a failed step a cross. */
export function Steps({ names, now, notes, failed, stepLabel }: StepsProps) {
  return (
    <ol className={cx(styles.steps, notes && styles.dated)}>
      {names.map((name, index) => {
        const current = index === now
        const state = current ? (failed ? styles.failed : styles.now) : index < now ? styles.done : undefined
        return (
          <li key={name} className={cx(state)} aria-current={current ? 'step' : undefined}>
            <i aria-hidden="true">{current && failed ? <X /> : index < now ? <Check /> : null}</i>
            <span aria-hidden={current || undefined}>
              {name}
              {notes && <small className="num">{notes[index]}</small>}
            </span>
            {current && <span className="visually-hidden">{stepLabel(name, index + 1)}</span>}
          </li>
        )
      })}
    </ol>
  )
}
