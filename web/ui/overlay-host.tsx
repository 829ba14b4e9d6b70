import { useState, useSyncExternalStore } from 'react'
import Dialog from './dialog.tsx'
import { type Answer, dropDialog, type Overlays, overlays } from './overlays.ts'
import { ToastRegion } from './toast.tsx'

/** Draws the toast and the dialog that were asked for. Loaded after the first screen. */
export default function OverlayHost() {
  const { toast, dialog } = useSyncExternalStore(overlays.subscribe, overlays.read)
  return (
    <>
      <ToastRegion toast={toast} />
      {dialog && <AskedDialog key={dialog.id} {...dialog} />}
    </>
  )
}

function AskedDialog({ id, answer, ...content }: NonNullable<Overlays['dialog']>) {
  const [open, setOpen] = useState(true)
  const close = (given: Answer) => {
    setOpen(false)
    answer(given)
  }
  return (
    <Dialog
      {...content}
      open={open}
      onConfirm={() => close(true)}
      onCancel={() => close(false)}
      onLeave={() => close(null)}
      onClosed={() => dropDialog(id)}
    />
  )
}
