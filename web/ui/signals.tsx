import type { ReactNode } from 'react'
import type { CompetitionLevel } from '#contract/options.ts'
import { cx } from './class-names.ts'
import styles from './signals.module.css'

/** A row of short facts on a card. `stub` draws the tear line of a ticket above the row. */
export function Signals({ children, stub }: { children: ReactNode; stub?: boolean }) {
  return <div className={cx(styles.signals, stub && styles.stub)}>{children}</div>
}

/** Signals and buttons at the end of the row, which stay together on a narrow card. */
export function SignalsEnd({ children }: { children: ReactNode }) {
  return <span className={styles.last}>{children}</span>
}

/** The lower part of a card that looks like a ticket, below its tear line. */
export function TicketStub({ children }: { children: ReactNode }) {
  return <div className={cx(styles.stub, styles.roomy)}>{children}</div>
}

export type SignalTone = 'plain' | 'text' | 'good' | 'warn' | 'bad' | 'accent'

/** A short fact on a card, as an icon and a word. */
export function Signal({
  children,
  tone,
  end,
  strong,
}: {
  children: ReactNode
  tone?: SignalTone
  end?: boolean
  strong?: boolean
}) {
  return (
    <span className={cx(styles.signal, tone && styles[tone], end && styles.end, strong && styles.strong)}>
      {children}
    </span>
  )
}

const bars = [
  [0, 7, 5],
  [5, 4, 8],
  [10, 0, 12],
] as const
const lit = { low: 1, medium: 2, high: 3 } as const

/** Level of competition as three bars. The bars are decorative, because the text beside them has the meaning. */
export function Meter({ level }: { level: CompetitionLevel | null }) {
  return (
    <svg className={styles.meter} viewBox="0 0 14 12" aria-hidden="true">
      {bars.map(([x, y, height], index) => (
        <rect
          key={x}
          className={level && index < lit[level] ? styles.on : undefined}
          x={x}
          y={y}
          width="4"
          height={height}
          rx="1.2"
        />
      ))}
    </svg>
  )
}

/** Bar that shows the share of time that is left, 0 to 1. */
export function Ring({ remainingShare }: { remainingShare: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.2" />
      {remainingShare > 0 && (
        <circle
          cx="8"
          cy="8"
          r="6.2"
          pathLength="100"
          strokeDasharray={`${Math.round(remainingShare * 100)} 100`}
        />
      )}
    </svg>
  )
}

export const competitionTone = { low: 'good', medium: 'text', high: 'warn' } as const satisfies Record<
  CompetitionLevel,
  SignalTone
>
