import { Children, type ReactNode } from 'react'
import { cx } from './class-names.ts'
import styles from './dotted-line.module.css'

type DottedLineProps = {
  children: ReactNode
  className?: string
  /** `span` inside of a button or link, where no paragraph may stand. */
  as?: 'p' | 'span'
}

/** Facts in one line, separated by dots. A wrapped line neither starts nor ends with a dot. */
export function DottedLine({ children, className, as: Line = 'p' }: DottedLineProps) {
  return (
    <Line className={cx(styles.dots, className)}>
      {Children.toArray(children).map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are never reordered
        <span key={at}>{fact}</span>
      ))}
    </Line>
  )
}
