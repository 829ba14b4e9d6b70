import { expect, test } from 'vitest'
import { textOf } from '#tests/support/components/markup.tsx'
import { queryClient } from '#web/client/query.ts'
import { blocks, hiddenAuthors } from '#web/features/relations/blocks.ts'
import BlockedScreen from './blocked.tsx'

const short = 'Никто не заблокирован. Заблокировать человека можно в его профиле или в чате.'

test('that nobody is blocked takes one line while there are hidden clients', () => {
  queryClient.setQueryData(blocks().queryKey, [])
  queryClient.setQueryData(hiddenAuthors().queryKey, [
    { id: 7, full_name: 'Дарья Орлова', avatar_url: null },
  ] as never)
  expect(textOf(<BlockedScreen />)).toContain(short)
  queryClient.setQueryData(hiddenAuthors().queryKey, [])
  expect(textOf(<BlockedScreen />)).not.toContain(short)
})
