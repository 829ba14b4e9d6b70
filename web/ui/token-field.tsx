import { Combobox } from '@base-ui/react/combobox'
import { X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import styles from './token-field.module.css'

/** A value suggested while the user types. `isNew` marks a value that is not in the list of known values. */
export type Offer = { value: string; label: ReactNode; note?: ReactNode; isNew?: boolean }

type TokenFieldProps = {
  label: string
  /** True if the label is the heading of a card. */
  heading?: boolean | undefined
  /** Text with the number of chosen values and the maximum. */
  counter: string
  placeholder?: string
  maxLength: number
  values: string[]
  isFull: boolean
  text: string
  offers: Offer[]
  removeLabel: (value: string) => string
  onText: (text: string) => void
  onChange: (values: string[]) => void
  /** Called when the user has finished typing a value, by a comma or by leaving the field. */
  onFinish: () => void
}

/** Field whose values are chips. Backspace removes the last chip. */
export function TokenField(props: TokenFieldProps) {
  const { label, heading, counter, values, isFull, text, offers, onText, onChange, onFinish } = props
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ',' || text.trim() === '') return
    event.preventDefault()
    onFinish()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!list.current?.contains(relatedTarget)) onFinish()
  }
  return (
    <Combobox.Root
      multiple
      autoHighlight
      items={offers.map(({ value }) => value)}
      filter={null}
      value={values}
      onValueChange={onChange}
      inputValue={text}
      // The typed value is kept when the list of suggestions closes.
      onInputValueChange={(next, { reason }) => reason !== 'input-clear' && onText(next)}
      open={isOpen && offers.length > 0}
      onOpenChange={setOpen}
    >
      <div className={cx(styles.field, heading && styles.titled)}>
        <div className={styles.top}>
          {heading ? (
            <h2 className="head">
              <label htmlFor={id}>{label}</label>
            </h2>
          ) : (
            <label htmlFor={id}>{label}</label>
          )}
          <span>{counter}</span>
        </div>
        <Combobox.Chips ref={field} className={styles.tokens}>
          {values.map((value) => (
            <Combobox.Chip key={value} className={styles.chip}>
              {value}
              <Combobox.ChipRemove className={styles.remove} aria-label={props.removeLabel(value)}>
                <X />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          {!isFull && (
            <Combobox.Input
              id={id}
              className={styles.input}
              placeholder={props.placeholder}
              maxLength={props.maxLength}
              enterKeyHint="done"
              onKeyDown={onKeyDown}
              onBlur={onBlur}
            />
          )}
        </Combobox.Chips>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner anchor={field} sideOffset={6} className={styles.place}>
          <Combobox.Popup ref={list} className={styles.popup}>
            <Combobox.List>
              {offers.map(({ value, label: name, note, isNew }) => (
                <Combobox.Item key={value} value={value} className={cx(styles.item, isNew && styles.new)}>
                  <span className="ellipsis">{name}</span>
                  <small>{note}</small>
                </Combobox.Item>
              ))}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
