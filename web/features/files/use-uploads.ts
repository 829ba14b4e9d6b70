import { useEffect, useState, useSyncExternalStore } from 'react'
import { isConnectionLost, onConnection } from '#web/client/http/network.ts'
import { type UploadOptions, Uploads } from './uploads.ts'

/** Creates the uploads of a form. They are aborted when the form unmounts. */
export function useUploads(options: UploadOptions = {}): Uploads {
  const [uploads] = useState(() => new Uploads(options))
  useEffect(() => () => uploads.stop(), [uploads])
  return useLiveUploads(uploads)
}

/** Subscribes to uploads and retries failed ones when the connection is back. */
export function useLiveUploads(uploads: Uploads): Uploads {
  useSyncExternalStore(uploads.listen, () => uploads.items)
  useEffect(() => onConnection(() => isConnectionLost() || uploads.retryFailed()), [uploads])
  return uploads
}
