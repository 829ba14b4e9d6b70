import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Avatar } from './avatar.tsx'
import { Button, TextButton } from './button.tsx'
import { cx } from './class-names.ts'
import styles from './dialog.module.css'
import { IconRing, type Tone } from './mark.tsx'
import { useLayer } from './use-layer.ts'

/** Row of a dialog with one act. The act leaves the dialog open and is offered once. */
export type DialogOffer = { icon: LucideIcon; text: string; label: string; run: () => void }

export type DialogContent = {
  /** Icon at the top of the dialog. If `person` is given, their avatar replaces the icon. */
  icon: LucideIcon
  person?: { id: number; name: string; src: string | null }
  tone?: Tone
  title: string
  text: string
  /** Text that is shown selected, so that the user can copy it by hand. */
  selected?: string
  offer?: DialogOffer
  confirm: string
  cancel?: string
  /** True for a maximum width of 500 px instead of 450 px, used for errors and successes. */
  wide?: boolean
  /** True for an irreversible action. The button is red, and the focus starts on "cancel". */
  destructive?: boolean
  /** True if Escape and Back do not close the dialog. */
  locked?: boolean
}

type DialogProps = DialogContent & {
  open: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Called on Escape or Back. The default is `onCancel`. */
  onLeave?: () => void
  onClosed?: () => void
}

/** Dialog with a ring, a title, a text and one or two buttons. The confirming button is the first. */
export default function Dialog(props: DialogProps) {
  const cancelButton = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const closeDialog = () => {
    if (!props.locked) (props.onLeave ?? props.onCancel)()
  }
  useLayer(props.open, closeDialog)
  return (
    <AlertDialog.Root
      open={props.open}
      onOpenChange={(next) => !next && closeDialog()}
      onOpenChangeComplete={(next) => !next && props.onClosed?.()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={styles.scrim} />
        <AlertDialog.Popup
          className={cx(styles.dialog, props.wide && styles.wide)}
          initialFocus={props.destructive ? cancelButton : props.selected ? field : undefined}
        >
          {props.person ? (
            <Avatar {...props.person} size={88} />
          ) : (
            <IconRing icon={props.icon} tone={props.destructive ? 'bad' : props.tone} small />
          )}
          <AlertDialog.Title className={styles.title}>{props.title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>{props.text}</AlertDialog.Description>
          {props.selected && (
            <textarea
              ref={field}
              readOnly
              rows={3}
              className={styles.selected}
              aria-label={props.title}
              value={props.selected}
              onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, currentTarget.value.length)}
            />
          )}
          {props.offer && <Offer {...props.offer} />}
          <div className={styles.foot}>
            <Button
              wide
              variant={props.destructive ? 'bad' : 'accent'}
              loading={props.busy}
              onClick={props.onConfirm}
            >
              {props.confirm}
            </Button>
            {props.cancel && (
              <Button wide variant="fill" ref={cancelButton} onClick={props.onCancel}>
                {props.cancel}
              </Button>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function Offer({ icon: Icon, text, label, run }: DialogOffer) {
  const [isTaken, setTaken] = useState(false)
  if (isTaken) return null
  return (
    <div className={styles.offer}>
      <Icon />
      <p className="grow">{text}</p>
      <TextButton
        onClick={() => {
          setTaken(true)
          run()
        }}
      >
        {label}
      </TextButton>
    </div>
  )
}
