import { expect, test } from 'vitest'
import { fileFormats } from '#contract/file-formats.ts'
import { markupOf } from '#tests/support/components/markup.tsx'
import { ApiError } from '#web/client/http/http.ts'
import { fileRefusal } from './accepted.ts'
import { UploadRow } from './upload-row.tsx'

/** Returns the second line of a row: the size of the file, or the reason why it is refused. */
function noteOf(
  name: string,
  size: number,
  error: ApiError | null = fileRefusal({ name, size }, fileFormats),
) {
  const item = { key: '1', name, size, preview: null, progress: 1, error, stored: {} }
  const row = markupOf(<UploadRow item={item as never} onRemove={undefined} onRetry={() => {}} />)
  return { note: /<small[^>]*>([^<]*)<\/small>/.exec(row)?.[1], isFramed: row.includes('refused') }
}

const fitting = 'Подойдут JPG, PNG, WEBP, GIF, PDF, DOC, XLS, PPT, TXT, ZIP'

test.each([
  ['Показ.mov', 10, `Формат MOV не подходит. ${fitting}`, true],
  ['Договор', 10, `Такой формат не поддерживается. ${fitting}`, true],
  ['Архив.zip', 50 * 1024 * 1024, 'Файл больше 20 МБ', true],
])('%s is refused with the reason and framed', (name, size, note, isFramed) =>
  expect(noteOf(name, size)).toEqual({ note, isFramed }),
)

test('a file that only pretends to be of its format is not said to be of a wrong one', () =>
  expect(noteOf('Договор.pdf', 10, new ApiError('unsupported_type')).note).toBe(
    'Такой формат не поддерживается',
  ))

test.each([
  [14_438, '14 КБ'],
  [3, '1 КБ'],
  [1_700_000, '1,6 МБ'],
])('%i bytes are written as %s', (size, note) =>
  expect(noteOf('Договор.pdf', size, null)).toEqual({ note, isFramed: false }),
)
