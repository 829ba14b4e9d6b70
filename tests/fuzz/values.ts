import fc from 'fast-check'

/** Nested brackets `[[[…]]]` as text, deeper than a parser should follow. */
const deepText = '['.repeat(5000) + ']'.repeat(5000)
const deep = JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown

/** Strings that are known to crash badly written servers. */
const strings = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202egnp.exe',
  '\u0001\u001b[31m\u007f',
  '\ufeff{}',
  '\u200b',
  'İ',
  'ﷺ'.repeat(100),
  'e\u0301'.repeat(300),
  '👨‍👩‍👧‍👦'.repeat(80),
  'a'.repeat(20_000),
  '9'.repeat(400),
  'NaN',
  'Infinity',
  '-0',
  '1e308',
  '1e309',
  '0x10',
  '1_000',
  '١٢٣',
  '9007199254740993',
  '9223372036854775808',
  '2147483648',
  '-1',
  '0',
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '\\',
  '%',
  '_%\\',
  '"; drop table users; --',
  '<script>alert(1)</script>',
  '{{7*7}} $t(message)',
  '../../../etc/passwd',
  'https://t.me',
  'https://[::1',
  'https://example.org/\0',
  'https://example.org/\ud800',
  'https://user:pass@example.org/',
  'https://%',
  '0000-01-01',
  '2026-02-31',
  '9999-12-31',
  '31.02.2026',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '2026-12-01T25:61:61Z',
  '2026-12-01T12:00:00+99:99',
  'a | b & !c <-> d',
  '"unclosed (quote',
  '-"foo bar"',
  '"foo bar"',
  'or -or "',
  '-a',
  "'",
  'a:*',
  '!!a & b',
  '$&$1$`',
  '- - -',
  '::*',
  'Europe/Moscow; drop',
]
const numbers = [
  0,
  -0,
  -1,
  0.1,
  1e-320,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 53,
  2 ** 53 - 1,
  2 ** 63,
  1.5,
]
const structures: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: 1e9 },
  { toString: 1, valueOf: 'x' },
  JSON.parse('{"then":"x","toJSON":1}'),
  Array.from({ length: 2000 }, (_, n) => n),
  Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n])),
  deep,
]

/** Generates any Unicode character. The generator of fast-check would first build a table of a million entries. */
const anySign = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))

export const hostileString = fc.oneof(
  fc.constantFrom(...strings),
  fc.array(anySign, { maxLength: 40 }).map((signs) => signs.join('')),
  fc.string({ unit: 'binary-ascii', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 600 }),
)
export const hostileNumber = fc.oneof(fc.constantFrom(...numbers), fc.double(), fc.integer())

const base64 = (text: string) => Buffer.from(text).toString('base64url')
const forgedKeys = [
  '2026-02-31 10:00:00+00',
  '0000-01-01 00:00:00+00',
  '2026-01-01 24:00:00+00',
  '9999-12-31 23:59:59.999999+00',
  '2026-13-01 00:00:00+00',
  '999999999999999999',
  '1e308',
  '1.5',
  '-1',
  null,
  '\0',
]
/** Cursors that no list of the API has issued. */
const forgedCursors = [
  ...['newest', 'high_budget', 'low_budget', 'min_competition', 'close_deadline', 'own'].flatMap((sort) =>
    forgedKeys.flatMap((key) => [1, 2 ** 53 - 1].map((id) => base64(JSON.stringify([sort, key, id])))),
  ),
  ...['1e308', '1.5', '-1e308', '0', '', 'NaN', 'Infinity', '9007199254740991', '0x10'].flatMap((key) => [
    ...['1', '9007199254740991', '1e308', '1.5', '-1'].map((id) => base64(`${key}:${id}`)),
    ...['default', 'cheap', 'rating', 'new'].map((sort) => base64(`${sort}:${key}:1`)),
  ]),
]
export const hostileCursor = fc.constantFrom(...forgedCursors)

/** Generates any value, to replace the value that a field expects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileString },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(...structures) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Request bodies that are invalid for their content type. */
export const brokenBodies: Buffer[] = [
  '{',
  '{"a":1',
  '{"a":1}}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":1e999}',
  '{"a":-0}',
  '[]',
  '[1,2]',
  'null',
  'true',
  '"text"',
  '12',
  ' ',
  '\ufeff{}',
  '\0',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '{"__proto__":{"is_admin":true}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":1,"a":2}',
  deepText,
  '{"a":'.repeat(20_000),
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{"field":${deepText}}`,
  `{"a":"${'x'.repeat(300_000)}"}`,
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n',
  '--x\r\n\r\n--x--',
  '--x\r\ncontent-disposition: form-data\r\n\r\n1\r\n--x--\r\n',
  `--x\r\ncontent-disposition: form-data; name="${'n'.repeat(500)}"\r\n\r\n1\r\n--x--\r\n`,
  '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n\0\x01\x02\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--x--\r\n',
  `${'a=1&'.repeat(3000)}`,
  'a[b][c]=1&a=2&__proto__[x]=1',
  '%zz=%ff&%00=%00',
].map((text) => Buffer.from(text))
brokenBodies.push(
  Buffer.from('{"a":"кириллица"}', 'utf16le'),
  Buffer.from('{"a":"\xe9\xff"}', 'latin1'),
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
  Buffer.alloc(2000),
)

export const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset="',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/mixed; boundary=x',
  'text/plain',
  'text/xml',
  'application/octet-stream',
  'application/problem+json',
  '*/*',
  ';',
  'a',
]
