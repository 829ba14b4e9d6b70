import { type ComponentProps, type ReactNode, useRef } from 'react'
import { numberFormat } from '#contract/formats.ts'
import { cx } from './class-names.ts'
import styles from './field.module.css'
import { useAutoHeight } from './use-auto-height.ts'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input autoComplete="off" {...rest} className={cx(styles.input, className)} />
}

/**
 * A native date picker with its date in the words of the app, `shown`. The browser would print the date in its own
 * language, so its text is visible only while somebody types.
 */
export function DateInput({ shown, value, ...rest }: ComponentProps<'input'> & { shown: string }) {
  return (
    <span className={styles.date}>
      <Input {...rest} type="date" value={value} />
      <span aria-hidden="true" className={cx(styles.shown, !value && 'muted')}>
        {shown}
      </span>
    </span>
  )
}

/** A text area that grows with its text. It is never lower than `rows`. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const field = useRef<HTMLTextAreaElement>(null)
  useAutoHeight(field, rest.value)
  return (
    <textarea
      ref={field}
      rows={rows}
      {...rest}
      className={cx(styles.input, className)}
      style={{ minHeight: `calc(${rows - 1} * 1.4375rem + var(--ctl))` }}
    />
  )
}

/** An input and a select as one control, for a price and its currency. */
export function JoinedControls({ children }: { children: ReactNode }) {
  return <div className={styles.join}>{children}</div>
}

/** A unit joined to an input, which cannot be chosen. */
export function JoinedUnit({ children }: { children: ReactNode }) {
  return <span className={styles.unit}>{children}</span>
}

/**
 * A select joined to an input, with segments for common options. While a segment is chosen, `moreWord` stands in place
 * of the select's value and arrow.
 */
export function JoinedSegment({ moreWord, children }: { moreWord: string | false; children: ReactNode }) {
  return (
    <div className={cx(styles.choice, moreWord && styles.folded)}>
      {children}
      {moreWord && <span aria-hidden="true">{moreWord}</span>}
    </div>
  )
}

/** Two inputs "from" and "to" and a currency in one line. */
export function RangeRow({ children }: { children: ReactNode }) {
  return <div className={styles.range}>{children}</div>
}

type CounterProps = { count: number; max: number; warn: number; language: string; announce: string }

/** Character counter such as «215 / 2 000». Near the limit it is highlighted and announced to screen readers. */
export function Counter({ count, max, warn, language, announce }: CounterProps) {
  const numbers = numberFormat(language)
  return (
    <>
      <span className={cx(styles.counter, count >= warn && styles.near)} aria-hidden="true">
        {numbers.format(count)} / {numbers.format(max)}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {count >= warn ? announce : ''}
      </span>
    </>
  )
}
