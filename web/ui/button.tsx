import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './button.module.css'
import { cx } from './class-names.ts'
import { type SlowNoteContent, useSlowNote } from './slow-answer.ts'
import { Spinner } from './spinner.tsx'

export type ButtonLook = {
  variant?: 'accent' | 'soft' | 'fill' | 'ghost' | 'boost' | 'bad' | 'card' | 'goodSoft' | 'badSoft'
  small?: boolean
  wide?: boolean
  icon?: LucideIcon
}

type ButtonProps = ButtonLook & ComponentProps<'button'> & { loading?: boolean }

/**
 * A button. While loading, the button keeps its width, hides its label and ignores clicks. If loading takes long, it
 * becomes a "cancel" button.
 */
export function Button({
  variant = 'accent',
  small,
  wide,
  icon,
  loading,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const slowNote = useSlowNote(loading ?? false)
  if (slowNote)
    return (
      <>
        <button
          {...rest}
          type="button"
          className={cx(buttonClasses(variant, small, wide), className)}
          onClick={slowNote.cancelCalls}
        >
          <span className={styles.label}>
            <Spinner />
            {slowNote.cancel}
          </span>
        </button>
        <span role="status" className={wide ? styles.slow : 'visually-hidden'}>
          {slowNote.text}
        </span>
      </>
    )
  return (
    <button
      {...rest}
      type={type}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      className={cx(buttonClasses(variant, small, wide), className)}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      <Label icon={icon} small={small}>
        {children}
      </Label>
      {loading && <Spinner className={styles.spinner} />}
    </button>
  )
}

/** The "still loading" note as a line of text, for places where no button can show it. */
export function SlowNoteLine({ text, cancel, cancelCalls }: SlowNoteContent) {
  return (
    <p className="row row-between sub muted" role="status">
      {text}
      <TextButton onClick={cancelCalls}>{cancel}</TextButton>
    </p>
  )
}

/** A link that looks like a button. `to` is a path of the app. */
export function ButtonLink({
  variant = 'accent',
  small,
  wide,
  icon,
  className,
  children,
  ...rest
}: ButtonLook & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={cx(buttonClasses(variant, small, wide), className)}>
      <Label icon={icon} small={small}>
        {children}
      </Label>
    </Link>
  )
}

/** Small text button, used at the end of a line. */
export function TextButton({
  icon: Icon,
  children,
  ...rest
}: ComponentProps<'button'> & { icon?: LucideIcon }) {
  return (
    <button {...rest} type="button" className={styles.text}>
      {Icon && <Icon className="i16" />}
      {children}
    </button>
  )
}

function Label({ icon: Icon, small, children }: { icon?: LucideIcon; small?: boolean; children: ReactNode }) {
  return (
    <span className={styles.label}>
      {Icon && <Icon className={small ? 'i16' : undefined} />}
      {children}
    </span>
  )
}

export function buttonClasses(
  variant: NonNullable<ButtonLook['variant']>,
  small?: boolean,
  wide?: boolean,
): string {
  return cx(styles.button, styles[variant], small && styles.small, wide && styles.wide)
}
