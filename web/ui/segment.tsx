import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from './class-names.ts'
import styles from './segment.module.css'

type Option<T extends string> = { value: T; label: ReactNode }
type SegmentProps<T extends string> = {
  label: string
  options: Option<T>[]
  value: T
  onChange: (value: T) => void
  onPage?: boolean
  /** True to make the control as narrow as its content, for use inside another control. */
  small?: boolean
}

/** Choice of one of two or three options. Arrow keys work as in a radio group. */
export function Segment<T extends string>({
  label,
  options,
  value,
  onChange,
  onPage,
  small,
}: SegmentProps<T>) {
  const group = useRef<HTMLDivElement>(null)
  const moveSelection = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const currentIndex = options.findIndex((option) => option.value === value)
    const nextIndex = (currentIndex + step + options.length) % options.length
    const option = options[nextIndex]
    if (!option) return
    onChange(option.value)
    group.current?.querySelectorAll('button')[nextIndex]?.focus()
  }
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      className={cx(styles.segment, onPage && styles.onPage, small && styles.small)}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a button may hold any label; keys are handled above
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={moveSelection}
        >
          <span>{option.label}</span>
        </button>
      ))}
    </div>
  )
}
