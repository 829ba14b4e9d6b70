import { expect, test } from 'vitest'
import ru from '#contract/texts/ru/rest.json' with { type: 'json' }
import { previewOf, toPreviewFile } from './attachment-text.ts'

const t = (key: string, values: Record<string, string | number>) =>
  Object.entries(values).reduce(
    (words, [name, value]) => words.replace(`{{${name}}}`, `${value}`),
    (ru as Record<string, string>)[key] ?? key,
  )
const file = (name: string, thumbnail_url: string | null) =>
  toPreviewFile({
    id: 1,
    file_url: '/f',
    file_format: 'pdf',
    size: 10,
    name,
    thumbnail_url,
  })
const photo = file('Кадр.jpg', '/t')
const document = file('Договор.pdf', null)

test.each([
  ['Вот', [photo], 'Вот'],
  [null, [], 'Сообщение удалено'],
  ['', [photo], 'Фото'],
  ['', [photo, photo], 'Фото: 2'],
  ['', [document], 'Файл: Договор.pdf'],
])('a message with the words %j and %j is told as its words or its files', (content, files, line) => {
  expect(previewOf({ content, files }, t)).toBe(line)
})
