import { expect, test } from 'vitest'
import { parseId } from './row-id.ts'

test.each(['abc', 'NaN', '0', '-1', '1.5', '1e3', '0x10', ' 1', '01', '9007199254740993', '', undefined])(
  '%j is no id',
  (text) => expect(parseId(text)).toBeUndefined(),
)

test('the largest safe integer is an id', () =>
  expect(parseId(String(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER))
