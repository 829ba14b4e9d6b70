import { type FileFormat, fileFormats } from '#contract/file-formats.ts'
import { limits } from '#contract/limits.ts'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { upload } from '#web/client/http/upload.ts'
import { fileRefusal } from './accepted.ts'

export type StoredFile = ReplyOf<'POST /api/files/upload'>
type FileCall =
  | 'POST /api/files/upload'
  | 'POST /api/users/upload_resume'
  | 'POST /api/users/upload_portfolio'
  | 'POST /api/users/upload_work'

/** A file that is uploading, uploaded or failed. Only network failures can be retried. */
export type UploadItem = {
  key: string
  name: string
  size: number
  preview: string | null
  progress: number
  error: ApiError | null
  stored: StoredFile | null
  /** True if the app closed during the upload, so that the file's content is lost. */
  is_lost?: boolean
}

export type UploadOptions = {
  call?: FileCall
  /** Files that were already attached when the form was opened. */
  attached?: StoredFile[]
  /** Files whose upload was interrupted when the app closed. */
  lost?: Pick<UploadItem, 'name' | 'size'>[]
  max?: number
  formats?: readonly FileFormat[]
}

const attachedItem = (storedFile: StoredFile): UploadItem => ({
  key: `kept-${storedFile.id}`,
  name: storedFile.name,
  size: storedFile.size,
  preview: storedFile.thumbnail_url,
  progress: 1,
  error: null,
  stored: storedFile,
})

const lostItem = ({ name, size }: Pick<UploadItem, 'name' | 'size'>): UploadItem => ({
  key: crypto.randomUUID(),
  name,
  size,
  preview: null,
  progress: 0,
  stored: null,
  error: new ApiError('cancelled'),
  is_lost: true,
})

export const isUploading = ({ stored, error }: UploadItem): boolean => !stored && !error

/**
 * Uploads files one after another, as soon as they are chosen. Views subscribe with `listen`. If a file was attached
 * before, removing it only puts its id into `removedIds`; the server keeps it until the form is saved.
 */
export class Uploads {
  readonly max: number
  readonly formats: readonly FileFormat[]
  readonly #call: FileCall
  readonly #sources = new Map<string, File>()
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  #queue = Promise.resolve()
  #items: UploadItem[]
  removedIds: number[] = []

  constructor({
    call = 'POST /api/files/upload',
    attached = [],
    lost = [],
    max = limits.files.count,
    formats = fileFormats,
  }: UploadOptions = {}) {
    this.max = max
    this.formats = formats
    this.#call = call
    this.#items = [...attached.map(attachedItem), ...lost.map(lostItem)]
  }

  get items(): UploadItem[] {
    return this.#items
  }

  get ids(): number[] {
    return this.#items.flatMap(({ stored }) => (stored ? [stored.id] : []))
  }

  /** True during an upload. Forms are not saved meanwhile. */
  get isBusy(): boolean {
    return this.#items.some(isUploading)
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @returns number of files that exceed the limit */
  add(files: File[]): number {
    const accepted = files
      .slice(0, Math.max(0, this.max - this.#items.length))
      .map((file) => this.#accept(file))
    this.#set([...this.#items, ...accepted])
    return files.length - accepted.length
  }

  remove(key: string): void {
    const item = this.#items.find((known) => known.key === key)
    this.#running.get(key)?.abort()
    if (item?.preview?.startsWith('blob:')) URL.revokeObjectURL(item.preview)
    if (item?.stored) {
      if (key.startsWith('kept-')) this.removedIds = [...this.removedIds, item.stored.id]
      else void deleteUploaded(item.stored.id)
    }
    this.#set(this.#items.filter((known) => known.key !== key))
  }

  /** Moves a file by one position in the list. */
  move(key: string, by: 1 | -1): void {
    const from = this.#items.findIndex((item) => item.key === key)
    const [moved, neighbour] = [this.#items[from], this.#items[from + by]]
    if (moved && neighbour) this.#set(this.#items.with(from, neighbour).with(from + by, moved))
  }

  retry(key: string): void {
    const file = this.#sources.get(key)
    if (!file) return
    this.#change(key, { error: null, progress: 0 })
    this.#start(key, file)
  }

  /** Retries uploads that failed because of the network. */
  retryFailed(): void {
    for (const { key, error } of this.#items) if (error?.isTemporary) this.retry(key)
  }

  /** Clears the list without deleting the files, because a saved form uses them now. */
  forget(): void {
    this.#set([])
  }

  removeAll(): void {
    for (const { key } of this.#items) this.remove(key)
  }

  /** Aborts running uploads. */
  stop(): void {
    for (const request of this.#running.values()) request.abort()
  }

  /** Resolves when no upload is running. */
  async settled(): Promise<void> {
    while (this.isBusy)
      await new Promise<void>((resolve) => {
        const unsubscribe = this.listen(() => {
          unsubscribe()
          resolve()
        })
      })
  }

  #set(items: UploadItem[]): void {
    this.#items = items
    for (const listener of [...this.#listeners]) listener()
  }

  #change(key: string, changes: Partial<UploadItem>): void {
    this.#set(this.#items.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  }

  #accept(file: File): UploadItem {
    const key = crypto.randomUUID()
    const error = fileRefusal(file, this.formats)
    this.#sources.set(key, file)
    if (!error) this.#start(key, file)
    const preview = !error && file.type.startsWith('image/') ? URL.createObjectURL(file) : null
    return { key, name: file.name, size: file.size, preview, progress: 0, error, stored: null }
  }

  #start(key: string, file: File): void {
    const request = new AbortController()
    this.#running.set(key, request)
    this.#queue = this.#queue.then(() => this.#send(key, file, request))
  }

  async #send(key: string, file: File, { signal }: AbortController): Promise<void> {
    if (signal.aborted) return
    const onProgress = (progress: number) => this.#change(key, { progress })
    try {
      const storedFile = await upload(this.#call, { upload: file }, { signal, onProgress })
      if (signal.aborted) void deleteUploaded(storedFile.id)
      else this.#change(key, { stored: storedFile, progress: 1 })
    } catch (error) {
      if (!signal.aborted)
        this.#change(key, { error: error instanceof ApiError ? error : new ApiError('offline') })
    } finally {
      this.#running.delete(key)
    }
  }
}

/** Deletes an uploaded file. Errors are ignored, because the server deletes unattached files within a day. */
async function deleteUploaded(id: number): Promise<void> {
  await api('DELETE /api/files/delete', { body: { id } }).catch(() => undefined)
}
