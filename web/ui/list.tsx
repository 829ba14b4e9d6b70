import { ChevronRight, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { cx } from './class-names.ts'
import styles from './list.module.css'
import radios from './radios.module.css'

type ListProps = { children: ReactNode; icons?: boolean; flush?: boolean; inside?: boolean }

/**
 * List whose rows are separated by thin lines. `flush` extends to the edges of a sheet, `inside` gets a background of
 * its own.
 */
export function List({ children, icons, flush, inside }: ListProps) {
  const className = cx(styles.list, icons && styles.icons, flush && styles.flush, inside && styles.inside)
  return <div className={className}>{children}</div>
}

/** A row that is not clickable itself. Its content may contain controls. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={cx(styles.cell, styles.plain)}>{children}</div>
}

/** A row of the same layout as the clickable ones. It is not clickable itself, but a control may stand at its end. */
export function StillCell(content: Pick<CellProps, 'icon' | 'title' | 'note' | 'end'>) {
  return (
    <div className={cx(styles.cell, styles.plain)}>
      <CellContent {...content} />
    </div>
  )
}

/** Tone of a row's icon. `alarm` colours only the icon. */
export type CellTone = 'good' | 'warn' | 'alarm'

type CellProps = {
  icon?: LucideIcon
  tone?: CellTone
  title: ReactNode
  note?: ReactNode
  end?: ReactNode
  bad?: boolean
  /** True if a click acts on the same screen, as a `bad` row does by default. The row then has no arrow. */
  inPlace?: boolean
  /** Value of `aria-expanded`. */
  expanded?: boolean
}

/** A row that is a link (`to`) or a button (`onClick`). */
export function Cell({
  to,
  onClick,
  ...content
}: CellProps & ({ to: string; onClick?: never } | { to?: never; onClick: () => void })) {
  const className = cx(styles.cell, content.bad && styles.bad)
  const items = (
    <CellContent
      {...content}
      end={
        <>
          {content.end}
          {!(content.inPlace ?? content.bad) && <ChevronRight />}
        </>
      }
    />
  )
  return to === undefined ? (
    <button type="button" className={className} aria-expanded={content.expanded} onClick={onClick}>
      {items}
    </button>
  ) : (
    <Link to={to} className={className}>
      {items}
    </Link>
  )
}

type SwitchCellProps = CellProps & { checked: boolean; disabled?: boolean; onChange: (on: boolean) => void }

/** A row with a switch. The whole row is the label of the switch. */
export function SwitchCell({ checked, disabled, onChange, ...content }: SwitchCellProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside, at the end of the row
    <label className={styles.cell}>
      <CellContent
        {...content}
        end={
          <>
            {content.end}
            <Switch
              checked={checked}
              disabled={disabled}
              onChange={(event) => onChange(event.target.checked)}
            />
          </>
        }
      />
    </label>
  )
}

type RadioCellsProps<T extends string> = {
  label: string
  options: { value: T; title: string; note: string }[]
  value: T | undefined
  onChange: (value: T) => void
}

/** Radio buttons, each in a row of its own, with the circle at its start. */
export function RadioCells<T extends string>({ label, options, value, onChange }: RadioCellsProps<T>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={cx(styles.list, styles.tall)}>
      {options.map((option) => (
        <label key={option.value} className={styles.cell}>
          <input
            type="radio"
            className={radios.circle}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <CellContent title={option.title} note={option.note} />
        </label>
      ))}
    </div>
  )
}

function CellContent({ icon: Icon, tone, title, note, end }: CellProps) {
  return (
    <>
      {Icon && (
        <span className={cx(styles.icon, tone && styles[tone])}>
          <Icon />
        </span>
      )}
      <span className="grow">
        {title}
        {note && <small>{note}</small>}
      </span>
      {end && <span className={styles.end}>{end}</span>}
    </>
  )
}

/** Names with their values, separated by thin lines. */
export function Facts({ items }: { items: { name: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {items.map((item) => (
        <div key={item.name}>
          <dt>{item.name}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A term with the points that belong to it, each in a line of its own. */
export function Points({ term, items }: { term: string; items: string[] }) {
  return (
    <dl className={cx('sub', styles.points)}>
      <dt>{term}</dt>
      {items.map((item) => (
        <dd key={item}>{item}</dd>
      ))}
    </dl>
  )
}

function Switch(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <input
      {...props}
      type="checkbox"
      role="switch"
      aria-checked={props.checked ?? false}
      className={styles.switch}
    />
  )
}
