import { useState, useSyncExternalStore } from 'react'
import Dialog from './dialog.tsx'
import { type Answer, dropDialog, type Overlays, overlays } from './overlays.ts'
import { ToastRegion } from './toast.tsx'
import { TooltipHost } from './tooltip-host.tsx'

/** Renders the current toast and dialog. Loaded after the first screen. */
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
  const [given, give] = useState<{ answer: Answer } | null>(null)
  const close = (chosen: Answer) => give((first) => first ?? { answer: chosen })
  return (
    <Dialog
      {...content}
      open={given === null}
      onConfirm={() => close(true)}
      onCancel={() => close(false)}
      onLeave={() => close(null)}
      onClosed={() => {
        dropDialog(id)
        // Called after closing, so that a following sheet does not overlap the dialog.
        answer(given?.answer ?? null)
      }}
    />
  )
}
