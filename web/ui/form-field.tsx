import type { ComponentProps, ComponentType } from 'react'
import { type ControlProps, Field, type FieldProps } from './field.tsx'
import { DateInput, Input, Textarea } from './input.tsx'
import { Select } from './select.tsx'

type Value = { value: string; onValue: (value: string) => void }
type LabelledProps<P> = Omit<FieldProps, 'children'> & Omit<P, 'value' | 'onChange'> & Value
type Change = { onChange: (event: { target: { value: string } }) => void }

/** Props of a control with its label, and its hint or error. */
function labelled<P>(Control: ComponentType<P>) {
  const Inner = Control as ComponentType<ControlProps & Change>
  return function LabelledControl({
    label,
    required,
    unmarked,
    hint,
    error,
    counter,
    onValue,
    ...rest
  }: LabelledProps<P>) {
    return (
      <Field
        label={label}
        required={required}
        unmarked={unmarked}
        hint={hint}
        error={error}
        counter={counter}
      >
        {(control) => <Inner {...control} {...rest} onChange={({ target }) => onValue(target.value)} />}
      </Field>
    )
  }
}

export const InputField = labelled<ComponentProps<typeof Input>>(Input)
export const DateField = labelled<ComponentProps<typeof DateInput>>(DateInput)
export const TextareaField = labelled<ComponentProps<typeof Textarea>>(Textarea)
export const SelectField = labelled<ComponentProps<typeof Select>>(Select)
