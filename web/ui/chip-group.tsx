import type { ReactNode } from 'react'
import { Chip, Chips } from './chip.tsx'
import { FieldGroup } from './field.tsx'

type ChipGroupProps<T extends string> = {
  label: string
  /** `mark` is shown before the label. It may depend on whether the chip is pressed. */
  options: { value: T; label: string; mark?: (isPressed: boolean) => ReactNode }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

/** Group of chips with a label, for choosing several values. */
export function ChipGroup<T extends string>({ label, options, chosen, onChange }: ChipGroupProps<T>) {
  return (
    <FieldGroup label={label}>
      <Chips label={label}>
        {options.map(({ value, label: name, mark }) => {
          const isPressed = chosen.includes(value)
          const toggledValues = isPressed ? chosen.filter((other) => other !== value) : [...chosen, value]
          return (
            <Chip key={value} pressed={isPressed} onClick={() => onChange(toggledValues)}>
              {mark?.(isPressed)}
              {name}
            </Chip>
          )
        })}
      </Chips>
    </FieldGroup>
  )
}
