import { ChevronsUpDown, type LucideIcon } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { buttonClasses } from './button.tsx'
import { cx } from './class-names.ts'
import styles from './field.module.css'

/** Value that stands for the empty option, because an empty string is not possible. This value is never stored. */
export const nothing = 'unset'

type Option = { value: string; label: string }
export type OptionGroup = { label: string; options: Option[] }

type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'ref'> & {
  options: (Option | OptionGroup)[]
  placeholder?: string
}

/** A native select with the app's style. A required select is invalid while nothing is selected. */
export function Select({ options, placeholder, className, required, value, ...rest }: SelectProps) {
  const ref = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    ref.current?.setCustomValidity(required && value === nothing ? 'valueMissing' : '')
  }, [required, value])
  return (
    <span className={styles.select}>
      <select
        ref={ref}
        {...rest}
        value={value}
        aria-required={required}
        className={cx(styles.input, className)}
      >
        {placeholder && <option value={nothing}>{placeholder}</option>}
        {options.map((option) =>
          'options' in option ? (
            <optgroup key={option.label} label={option.label}>
              {option.options.map(optionOf)}
            </optgroup>
          ) : (
            optionOf(option)
          ),
        )}
      </select>
      <ChevronsUpDown className="i16" />
    </span>
  )
}

/** A select that looks like a small button, for adding a value. The native select lies over it, unseen. */
export function ButtonSelect({
  icon: Icon,
  label,
  ...rest
}: Omit<SelectProps, 'className' | 'required'> & { icon: LucideIcon; label: string }) {
  return (
    <span className={cx(buttonClasses('soft', true), styles.button)}>
      <span aria-hidden="true">
        <Icon className="i16" />
        {label}
      </span>
      <Select {...rest} aria-label={label} />
    </span>
  )
}

function optionOf({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  )
}
