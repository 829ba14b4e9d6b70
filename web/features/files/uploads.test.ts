import { beforeEach, expect, test, vi } from 'vitest'
import { Uploads } from './uploads.ts'

type UploadRequest = {
  name: string
  signal: AbortSignal
  succeed: (id: number) => void
  fail: (error: Error) => void
}
const { uploadRequests, apiMock } = vi.hoisted(() => ({
  uploadRequests: [] as UploadRequest[],
  apiMock: vi.fn<(name: string, input: unknown) => Promise<unknown>>(async () => ({})),
}))
vi.mock('#web/client/http/api.ts', () => ({ api: apiMock }))
vi.mock('#web/client/http/upload.ts', () => ({
  upload: (_call: string, { upload }: { upload: File }, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const completeUpload = (id: number) =>
        resolve({ id, name: upload.name, size: upload.size, thumbnail_url: null })
      uploadRequests.push({ name: upload.name, signal, succeed: completeUpload, fail: reject })
    }),
}))

beforeEach(() => {
  uploadRequests.length = 0
  apiMock.mockClear()
})

const pdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })
const waitForRequests = (count: number) => vi.waitFor(() => expect(uploadRequests).toHaveLength(count))

test('a cancelled upload is aborted, and deleted if it was stored anyway', async () => {
  const uploads = new Uploads()
  uploads.add([pdf('a.pdf')])
  await waitForRequests(1)
  uploads.remove(uploads.items[0]?.key ?? '')
  expect(uploadRequests[0]?.signal.aborted).toBe(true)
  uploadRequests[0]?.succeed(5)
  await vi.waitFor(() =>
    expect(apiMock).toHaveBeenCalledWith('DELETE /api/files/delete', { body: { id: 5 } }),
  )
  expect(uploads.items).toEqual([])
})

test('a cancelled file in the queue is never sent', async () => {
  const uploads = new Uploads()
  uploads.add([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])
  await waitForRequests(1)
  uploads.remove(uploads.items[1]?.key ?? '')
  uploadRequests[0]?.succeed(1)
  await waitForRequests(2)
  expect(uploadRequests.map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf'])
  uploadRequests[1]?.succeed(2)
  await uploads.settled()
  expect(uploads.ids).toEqual([1, 2])
  expect(apiMock).not.toHaveBeenCalled()
})

test('a removed upload is deleted at once; a file attached before waits for the form', async () => {
  const attachedFile = { id: 9, name: 'old.pdf', size: 1, thumbnail_url: null }
  const uploads = new Uploads({ attached: [attachedFile as never] })
  uploads.add([pdf('a.pdf')])
  await waitForRequests(1)
  uploadRequests[0]?.succeed(1)
  await uploads.settled()
  uploads.removeAll()
  expect(apiMock.mock.calls).toEqual([['DELETE /api/files/delete', { body: { id: 1 } }]])
  expect(uploads.removedIds).toEqual([9])
})

test('removing all files aborts running and queued uploads', async () => {
  const uploads = new Uploads()
  uploads.add([pdf('a.pdf'), pdf('b.pdf')])
  await waitForRequests(1)
  uploads.stop()
  expect(uploadRequests[0]?.signal.aborted).toBe(true)
  uploadRequests[0]?.fail(new Error('aborted'))
  // After one turn of the event loop every promise of the queue has been settled.
  await new Promise((resolve) => setImmediate(resolve))
  expect(uploadRequests).toHaveLength(1)
})
