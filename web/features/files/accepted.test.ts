import { expect, test } from 'vitest'
import { fileFormats } from '#contract/file-formats.ts'
import { limits } from '#contract/limits.ts'
import { acceptAttributeOf, fileRefusal } from './accepted.ts'

const refusalCode = (name: string, size = 1000) => fileRefusal({ name, size }, fileFormats)?.code ?? null

test.each(['photo.JPG', 'photo.jpeg', 'бриф.pdf', 'a.b.docx'])('%s is accepted', (name) =>
  expect(refusalCode(name)).toBeNull(),
)

test.each(['video.mov', 'page.html', 'pdf', '.gitignore'])('%s is refused before the upload', (name) =>
  expect(refusalCode(name)).toBe('unsupported_type'),
)

test('the size is compared with the limit', () => {
  expect(refusalCode('a.pdf', limits.files.bytes)).toBeNull()
  expect(refusalCode('a.pdf', limits.files.bytes + 1)).toBe('too_large')
  expect(refusalCode('a.pdf', 0)).toBe('file_damaged')
})

test('a file refused for its content cannot be retried', () =>
  expect(fileRefusal({ name: 'video.mov', size: 1 }, fileFormats)).toMatchObject({ isTemporary: false }))

test.each([
  ['IMG_1.HEIC', { format: 'HEIC', fitting: 'JPG, PNG' }],
  ['IMG_1', { fitting: 'JPG, PNG' }],
])('the refusal of %s names its format and those that fit', (name, details) =>
  expect(fileRefusal({ name, size: 1 }, ['jpg', 'png'])?.details).toEqual(details),
)

test('the file picker accepts both spellings of jpg', () =>
  expect(acceptAttributeOf(['jpg', 'pdf']).split(',')).toEqual(
    expect.arrayContaining(['.jpg', '.jpeg', '.pdf']),
  ))
