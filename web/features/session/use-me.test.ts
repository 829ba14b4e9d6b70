import { expect, test, vi } from 'vitest'
import { queryClient, sessionQuery } from '#web/client/query.ts'
import { refreshMe, updateMe } from './use-me.ts'

type Answer = { user: { id: number; is_client: boolean } }
const asked: ((answer: Answer) => void)[] = []
vi.mock('#web/client/http/api.ts', () => ({
  api: () => new Promise<Answer>((resolve) => asked.push(resolve)),
}))
vi.mock('#web/client/query.ts', async () => {
  const { QueryClient } = await import('@tanstack/react-query')
  return { queryClient: new QueryClient(), sessionQuery: { queryKey: ['session'] } }
})

const isClient = () => queryClient.getQueryData(sessionQuery.queryKey)?.user.is_client

test('an answer that is older than a change of the own user is dropped, a later one counts', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1, is_client: false } } as never)
  const before = refreshMe(1)
  updateMe({ is_client: true })
  asked[0]?.({ user: { id: 1, is_client: false } })
  await before
  expect(isClient()).toBe(true)
  const after = refreshMe(1)
  asked[1]?.({ user: { id: 1, is_client: false } })
  await after
  expect(isClient()).toBe(false)
})

test('of two reloads the later one counts, whichever is answered first', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    asked.length = 0
    const reloads = [refreshMe(1), refreshMe(1)]
    for (const at of order) {
      asked[at]?.({ user: { id: 1, is_client: at === 1 } })
      await reloads[at]
    }
    expect(isClient()).toBe(true)
    updateMe({ is_client: false })
  }
})
