import { type LucideIcon, Paperclip } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './file-picker.module.css'

type FilePickerProps = {
  title: string
  note?: string
  icon?: LucideIcon
  onPick: (files: File[]) => void
} & Pick<ComponentProps<'input'>, 'accept' | 'multiple' | 'disabled' | 'id' | 'aria-describedby'>

/** Row with a dashed border that opens the system's file picker. */
export function FilePicker({ title, note, icon: Icon = Paperclip, onPick, ...input }: FilePickerProps) {
  return (
    <label className={styles.picker}>
      <Icon />
      <span className="grow">
        <b>{title}</b>
        {note && <small>{note}</small>}
      </span>
      <input
        {...input}
        type="file"
        className="visually-hidden"
        onChange={(event) => {
          onPick([...(event.target.files ?? [])])
          // The file input is reset, so that a removed file can be chosen again.
          event.target.value = ''
        }}
      />
    </label>
  )
}
