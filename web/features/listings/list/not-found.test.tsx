import { expect, test } from 'vitest'
import { textOf } from '#tests/support/components/markup.tsx'
import { queryClient, sessionQuery } from '#web/client/query.ts'
import NotFound from './not-found.tsx'

test('the way back is named after the first entry of the menu', () => {
  const buttonOf = (is_client: boolean) => {
    queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1, is_client } } as never)
    return textOf(<NotFound missingThing="order" />)
  }
  expect(buttonOf(false)).toContain('Поиск')
  expect(buttonOf(true)).toContain('Главная')
})
