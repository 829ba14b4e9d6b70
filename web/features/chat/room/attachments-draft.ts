import { useSyncExternalStore } from 'react'
import { Uploads } from '#web/features/files/uploads.ts'
import { useLiveUploads } from '#web/features/files/use-uploads.ts'

/** Files chosen for the next message of each chat; they survive leaving the chat. */
const chosenFiles = new Map<number, Uploads>()
const listeners = new Set<() => void>()

function chosenFilesOf(room_id: number): Uploads {
  const known = chosenFiles.get(room_id)
  if (known) return known
  const tray = new Uploads()
  chosenFiles.set(room_id, tray)
  return tray
}

/** Hands the files over to a message; the next message starts with none. */
export function takeFiles(room_id: number): Uploads {
  const tray = chosenFilesOf(room_id)
  chosenFiles.delete(room_id)
  for (const listener of listeners) listener()
  return tray
}

export function useChosenFiles(room_id: number): Uploads {
  const tray = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosenFilesOf(room_id),
  )
  return useLiveUploads(tray)
}
