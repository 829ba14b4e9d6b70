import { beforeEach, expect, test, vi } from 'vitest'
import { Uploads } from './uploads.ts'

type Sent = { name: string; signal: AbortSignal; arrive: (id: number) => void; lose: (error: Error) => void }
const { sent, asked } = vi.hoisted(() => ({
  sent: [] as Sent[],
  asked: vi.fn<(name: string, input: unknown) => Promise<unknown>>(async () => ({})),
}))
vi.mock('#web/client/http/api.ts', () => ({ api: asked }))
vi.mock('#web/client/http/upload.ts', () => ({
  upload: (_call: string, { upload }: { upload: File }, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const arrive = (id: number) =>
        resolve({ id, name: upload.name, size: upload.size, thumbnail_url: null })
      sent.push({ name: upload.name, signal, arrive, lose: reject })
    }),
}))

beforeEach(() => {
  sent.length = 0
  asked.mockClear()
})

const pdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })
const onTheWay = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count))

test('a cancelled upload is aborted, and deleted if it was stored anyway', async () => {
  const uploads = new Uploads()
  uploads.add([pdf('a.pdf')])
  await onTheWay(1)
  uploads.remove(uploads.items[0]?.key ?? '')
  expect(sent[0]?.signal.aborted).toBe(true)
  sent[0]?.arrive(5)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('DELETE /api/files/delete', { body: { id: 5 } }))
  expect(uploads.items).toEqual([])
})

test('a cancelled file in the queue is never sent', async () => {
  const uploads = new Uploads()
  uploads.add([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])
  await onTheWay(1)
  uploads.remove(uploads.items[1]?.key ?? '')
  sent[0]?.arrive(1)
  await onTheWay(2)
  expect(sent.map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf'])
  sent[1]?.arrive(2)
  await uploads.settled()
  expect(uploads.ids).toEqual([1, 2])
  expect(asked).not.toHaveBeenCalled()
})

test('a removed upload is deleted at once; a file attached before waits for the form', async () => {
  const kept = { id: 9, name: 'old.pdf', size: 1, thumbnail_url: null }
  const uploads = new Uploads({ attached: [kept as never] })
  uploads.add([pdf('a.pdf')])
  await onTheWay(1)
  sent[0]?.arrive(1)
  await uploads.settled()
  uploads.removeAll()
  expect(asked.mock.calls).toEqual([['DELETE /api/files/delete', { body: { id: 1 } }]])
  expect(uploads.removed).toEqual([9])
})

test('removing all files aborts running and queued uploads', async () => {
  const uploads = new Uploads()
  uploads.add([pdf('a.pdf'), pdf('b.pdf')])
  await onTheWay(1)
  uploads.stop()
  expect(sent[0]?.signal.aborted).toBe(true)
  sent[0]?.lose(new Error('aborted'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sent).toHaveLength(1)
})
