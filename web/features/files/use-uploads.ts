import { useEffect, useRef, useState } from 'react'
import { type FileFormat, fileFormats } from '#contract/file-formats.ts'
import { limits } from '#contract/limits.ts'
import { api, type ReplyOf } from '#web/client/api.ts'
import { ApiError } from '#web/client/http.ts'
import { upload } from '#web/client/upload.ts'
import { fileRefusal } from './accepted.ts'

export type StoredFile = ReplyOf<'POST /api/files/upload'>
type FileCall =
  | 'POST /api/files/upload'
  | 'POST /api/users/upload_resume'
  | 'POST /api/users/upload_portfolio'
  | 'POST /api/users/upload_work'

/** A file of a form: on its way, there, or refused; only what failed by the network may be sent again. */
export type UploadItem = {
  key: string
  name: string
  size: number
  preview: string | null
  progress: number
  error: ApiError | null
  stored: StoredFile | null
}

type UploadOptions = {
  call?: FileCall
  /** Files that the thing has already. */
  kept?: StoredFile[]
  max?: number
  formats?: readonly FileFormat[]
}

const keptItem = (stored: StoredFile): UploadItem => ({
  key: `kept-${stored.id}`,
  name: stored.name,
  size: stored.size,
  preview: stored.thumbnail_url,
  progress: 1,
  error: null,
  stored,
})

/**
 * The files of a form. They are sent one after another as soon as they are chosen; `ids` are those that have
 * arrived. A kept file that was taken away stays on the server until the form says so: its id is in `removed`.
 */
export function useUploads({
  call = 'POST /api/files/upload',
  kept = [],
  max = limits.files.count,
  formats = fileFormats,
}: UploadOptions = {}) {
  const [items, setItems] = useState(() => kept.map(keptItem))
  const [removed, setRemoved] = useState<number[]>([])
  const sources = useRef(new Map<string, File>())
  const running = useRef(new Map<string, AbortController>())
  const queue = useRef(Promise.resolve())

  const change = (key: string, part: Partial<UploadItem>) =>
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...part } : item)))

  useEffect(() => {
    const open = running.current
    return () => {
      for (const request of open.values()) request.abort()
    }
  }, [])

  const send = async (key: string, file: File, { signal }: AbortController) => {
    if (signal.aborted) return
    const onProgress = (progress: number) => change(key, { progress })
    try {
      const stored = await upload(call, { upload: file }, { signal, onProgress })
      if (signal.aborted) void forget(stored.id)
      else change(key, { stored, progress: 1 })
    } catch (error) {
      if (!signal.aborted) change(key, { error: error instanceof ApiError ? error : new ApiError('offline') })
    } finally {
      running.current.delete(key)
    }
  }

  const start = (key: string, file: File) => {
    const request = new AbortController()
    running.current.set(key, request)
    queue.current = queue.current.then(() => send(key, file, request))
  }

  const accept = (file: File): UploadItem => {
    const key = crypto.randomUUID()
    const error = fileRefusal(file, formats)
    sources.current.set(key, file)
    if (!error) start(key, file)
    const preview = !error && file.type.startsWith('image/') ? URL.createObjectURL(file) : null
    return { key, name: file.name, size: file.size, preview, progress: 0, error, stored: null }
  }

  return {
    items,
    removed,
    ids: items.flatMap(({ stored }) => (stored ? [stored.id] : [])),
    /** Something is on its way: a form waits with its saving. */
    isBusy: items.some(({ stored, error }) => !stored && !error),
    max,
    formats,
    /** @returns how many of them had no room */
    add: (files: File[]): number => {
      const taken = files.slice(0, max - items.length).map(accept)
      setItems((now) => [...now, ...taken])
      return files.length - taken.length
    },
    remove: (key: string) => {
      const item = items.find((known) => known.key === key)
      running.current.get(key)?.abort()
      if (item?.preview?.startsWith('blob:')) URL.revokeObjectURL(item.preview)
      if (item?.stored) {
        if (key.startsWith('kept-')) setRemoved([...removed, item.stored.id])
        else void forget(item.stored.id)
      }
      setItems((now) => now.filter((known) => known.key !== key))
    },
    /** Puts a file one place farther, or nearer to the beginning. */
    move: (key: string, by: 1 | -1) =>
      setItems((now) => {
        const from = now.findIndex((item) => item.key === key)
        const [one, other] = [now[from], now[from + by]]
        return one && other ? now.with(from, other).with(from + by, one) : now
      }),
    /** The files belong to something now; the form begins anew. */
    forget: () => setItems([]),
    retry: (key: string) => {
      const file = sources.current.get(key)
      if (!file) return
      change(key, { error: null, progress: 0 })
      start(key, file)
    },
  }
}

/** What belongs to nothing is swept by the server within a day anyway. */
async function forget(id: number): Promise<void> {
  await api('DELETE /api/files/delete', { body: { id } }).catch(() => undefined)
}
