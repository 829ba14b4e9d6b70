import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextareaField } from '#web/ui/form-field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

export type Question = {
  title: string
  text?: string
  label: string
  hint?: string
  submit: string
  min: number
  max: number
  destructive?: boolean
}

type AskSheetProps = Question & {
  open: boolean
  onClose: () => void
  onClosed?: () => void
  isBusy: boolean
  onSubmit: (text: string) => void
}

/** Sheet with one text field and a button that submits the text. */
export function TextSheet(props: AskSheetProps) {
  const { title, text, label, hint, submit, min, max, destructive, isBusy, onSubmit, ...sheet } = props
  const [words, setWords] = useState('')
  const isShort = words.trim().length < min
  return (
    <Sheet
      {...sheet}
      title={title}
      footer={
        <Button
          wide
          variant={destructive ? 'bad' : 'accent'}
          disabled={isShort}
          loading={isBusy}
          onClick={() => onSubmit(words.trim())}
        >
          {submit}
        </Button>
      }
    >
      {text && <p className="sub muted">{text}</p>}
      <TextareaField
        label={label}
        required
        hint={hint}
        rows={4}
        maxLength={max}
        value={words}
        onValue={setWords}
      />
    </Sheet>
  )
}
