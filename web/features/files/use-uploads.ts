import { useEffect, useState, useSyncExternalStore } from 'react'
import { isConnectionLost, onConnection } from '#web/client/network.ts'
import { type UploadOptions, Uploads } from './uploads.ts'

/** The files of a form, for as long as it stands. */
export function useUploads(options: UploadOptions = {}): Uploads {
  const [uploads] = useState(() => new Uploads(options))
  useEffect(() => () => uploads.stop(), [uploads])
  return useLiveUploads(uploads)
}

/** Follows files, which go on by themselves when the network is back. */
export function useLiveUploads(uploads: Uploads): Uploads {
  useSyncExternalStore(uploads.listen, () => uploads.items)
  useEffect(() => onConnection(() => isConnectionLost() || uploads.retryFailed()), [uploads])
  return uploads
}
