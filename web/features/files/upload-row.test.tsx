import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { fileFormats } from '#contract/file-formats.ts'
import { ApiError } from '#web/client/http/http.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { fileRefusal } from './accepted.ts'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})
const { UploadRow } = await import('./upload-row.tsx')

beforeAll(() => {
  for (const area of ['app', 'rest', 'errors']) {
    const file = new URL(`../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

/** Returns the second line of a row: the size of the file, or the reason why it is refused. */
function noteOf(
  name: string,
  size: number,
  error: ApiError | null = fileRefusal({ name, size }, fileFormats),
) {
  const item = { key: '1', name, size, preview: null, progress: 1, error, stored: {} }
  const row = renderToStaticMarkup(<UploadRow item={item as never} onRemove={undefined} onRetry={() => {}} />)
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
