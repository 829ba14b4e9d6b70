import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/client/query.ts'
import { useFavourite } from './use-favourite.ts'

const asked = vi.hoisted(() => {
  // Boot state that the mini-app's modules expect.
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: null, isFresh: false }, login: null, firstData: null },
    localStorage: { getItem: () => 'ru' },
  })
  return vi.fn<(name: string, input: unknown) => Promise<unknown>>()
})
vi.mock('#web/client/http/api.ts', () => ({ api: asked }))
vi.mock('#web/telegram/index.ts', () => ({ haptic: () => {} }))
vi.mock('#web/features/session/show-failure.ts', () => ({ showFailure: async () => {} }))

const page = ['a page']
const list = ['a list']
beforeEach(() => {
  const order = { kind: 'order', id: 5, is_favorite: false }
  queryClient.setQueryData(page, order)
  queryClient.setQueryData(list, {
    pages: [{ items: [order, { kind: 'order', id: 6, is_favorite: false }, { ...order, kind: 'vacancy' }] }],
  })
})

/** The mutation behind a favourite button. */
function heart() {
  let act: ReturnType<typeof useFavourite> | undefined
  function Screen() {
    act = useFavourite()
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  if (!act) throw new Error('nothing was drawn')
  return act
}
/** Favourite states on the page and on the list's cards. */
const hearts = () => {
  const cards = queryClient.getQueryData<{ pages: { items: { is_favorite: boolean }[] }[] }>(list)
  const own = queryClient.getQueryData<{ is_favorite: boolean }>(page)
  return [own?.is_favorite, ...(cards?.pages[0]?.items ?? []).map(({ is_favorite }) => is_favorite)]
}
const item = { kind: 'order', id: 5 } as const

test('a favourite is marked everywhere at once and stays marked', async () => {
  asked.mockResolvedValueOnce({})
  const done = heart().mutateAsync({ item, on: true })
  await vi.waitFor(() => expect(hearts()).toEqual([true, true, false, false]))
  await done
  expect(hearts()).toEqual([true, true, false, false])
  expect(asked).toHaveBeenLastCalledWith('POST /favorites/add_project', { body: { project_id: 5 } })
})

test.each([true, false])('a refused change is restored: to %s', async (on) => {
  const start = [!on, !on, false, false]
  if (!on) {
    asked.mockResolvedValueOnce({})
    await heart().mutateAsync({ item, on: true })
  }
  expect(hearts()).toEqual(start)
  asked.mockRejectedValueOnce(new Error('refused'))
  await heart()
    .mutateAsync({ item, on })
    .catch(() => undefined)
  expect(hearts()).toEqual(start)
})
