import { beforeEach, expect, test, vi } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { queryClient } from '#web/client/query.ts'
import { useFavourite } from './use-favourite.ts'

const apiMock = vi.hoisted(() => vi.fn<(name: string, input: unknown) => Promise<unknown>>())
vi.mock('#web/client/http/api.ts', () => ({ api: apiMock }))
vi.mock('#web/telegram/index.ts', () => ({ haptic: () => {} }))
vi.mock('#web/features/session/show-failure.ts', () => ({ showFailure: async () => {} }))

const pageKey = ['a page']
const listKey = ['a list']
beforeEach(() => {
  const order = { kind: 'order', id: 5, is_favorite: false }
  queryClient.setQueryData(pageKey, order)
  queryClient.setQueryData(listKey, {
    pages: [{ items: [order, { kind: 'order', id: 6, is_favorite: false }, { ...order, kind: 'vacancy' }] }],
  })
})

/** Returns the mutation that the favourite button uses. */
function favouriteMutation() {
  let mutation: ReturnType<typeof useFavourite> | undefined
  function Screen() {
    mutation = useFavourite()
    return null
  }
  markupOf(<Screen />)
  if (!mutation) throw new Error('nothing was drawn')
  return mutation
}
/** Returns whether the listing is a favourite: on its page, and on the cards of the list. */
const favouriteStates = () => {
  const cards = queryClient.getQueryData<{ pages: { items: { is_favorite: boolean }[] }[] }>(listKey)
  const pageItem = queryClient.getQueryData<{ is_favorite: boolean }>(pageKey)
  return [pageItem?.is_favorite, ...(cards?.pages[0]?.items ?? []).map(({ is_favorite }) => is_favorite)]
}
const item = { kind: 'order', id: 5 } as const

test('a favourite is marked everywhere at once and stays marked', async () => {
  apiMock.mockResolvedValueOnce({})
  const saving = favouriteMutation().mutateAsync({ item, isFavourite: true })
  await vi.waitFor(() => expect(favouriteStates()).toEqual([true, true, false, false]))
  await saving
  expect(favouriteStates()).toEqual([true, true, false, false])
  expect(apiMock).toHaveBeenLastCalledWith('POST /favorites/add_project', { body: { project_id: 5 } })
})

test.each([true, false])('a refused change is restored: to %s', async (isFavourite) => {
  const initialStates = [!isFavourite, !isFavourite, false, false]
  if (!isFavourite) {
    apiMock.mockResolvedValueOnce({})
    await favouriteMutation().mutateAsync({ item, isFavourite: true })
  }
  expect(favouriteStates()).toEqual(initialStates)
  apiMock.mockRejectedValueOnce(new Error('refused'))
  await favouriteMutation()
    .mutateAsync({ item, isFavourite })
    .catch(() => undefined)
  expect(favouriteStates()).toEqual(initialStates)
})
