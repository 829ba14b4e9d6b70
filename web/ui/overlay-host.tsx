import { useState, useSyncExternalStore } from 'react'
import Dialog from './dialog.tsx'
import { type Answer, dropDialog, type Overlays, overlays } from './overlays.ts'
import { ToastRegion } from './toast.tsx'
import { TooltipHost } from './tooltip-host.tsx'

/** Renders the current toast and dialog. It is loaded after the first screen. */
export default function OverlayHost() {
  const { toast, dialog } = useSyncExternalStore(overlays.subscribe, overlays.read)
  return (
    <>
      <ToastRegion toast={toast} />
      <TooltipHost />
      {dialog && <AskedDialog key={dialog.id} {...dialog} />}
    </>
  )
}

function AskedDialog({ id, answer, ...content }: NonNullable<Overlays['dialog']>) {
  const [choice, setChoice] = useState<{ answer: Answer } | null>(null)
  const closeWith = (answerGiven: Answer) => setChoice((first) => first ?? { answer: answerGiven })
  return (
    <Dialog
      {...content}
      open={choice === null}
      onConfirm={() => closeWith(true)}
      onCancel={() => closeWith(false)}
      onLeave={() => closeWith(null)}
      onClosed={() => {
        dropDialog(id)
        // Called after the dialog has closed, so that a sheet that opens next does not overlap it.
        answer(choice?.answer ?? null)
      }}
    />
  )
}
