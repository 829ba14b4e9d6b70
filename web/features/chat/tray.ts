import { useSyncExternalStore } from 'react'
import { Uploads } from '#web/features/files/uploads.ts'
import { useLiveUploads } from '#web/features/files/use-uploads.ts'

/** What was chosen for the next message of each room; it stays when the room is left. */
const trays = new Map<number, Uploads>()
const listeners = new Set<() => void>()

function trayOf(room_id: number): Uploads {
  const known = trays.get(room_id)
  if (known) return known
  const tray = new Uploads()
  trays.set(room_id, tray)
  return tray
}

/** The files go with a message now; the next one begins with none. */
export function takeTray(room_id: number): Uploads {
  const tray = trayOf(room_id)
  trays.delete(room_id)
  for (const listener of listeners) listener()
  return tray
}

export function useTray(room_id: number): Uploads {
  const tray = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => trayOf(room_id),
  )
  return useLiveUploads(tray)
}
