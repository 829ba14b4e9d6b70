import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { isPublicKey } from './backup-key.ts'

/** Key in the README of age, and a key that the program `age-keygen` 1.1.1 made. */
const publicKeys = [
  'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
  'age1ppa6c7dratkcthl2hqvuakxr6llgszqukwn7u0q954fv4qplsyzq2mdv2y',
]

test('keys of other programs and of the library are keys', async () => {
  const own = await Promise.all(
    Array.from({ length: 20 }, async () => identityToRecipient(await generateX25519Identity())),
  )
  for (const key of [...publicKeys, ...own]) expect(isPublicKey(key), key).toBe(true)
})

test.each(publicKeys)('every slip of one character in %s is noticed', (key) => {
  for (let place = 4; place < key.length; place += 1) {
    const other = key[place] === 'q' ? 'p' : 'q'
    expect(isPublicKey(key.slice(0, place) + other + key.slice(place + 1)), `at ${place}`).toBe(false)
  }
})

test.each([
  '',
  'age1',
  'AGE-SECRET-KEY-1JTUAZND7YZYXELJSLZ8RXCLH986U5CMA8CXRSJD2ZD92P8ZD2CUSG7QQHU',
  `${publicKeys[0]} `,
  `${publicKeys[0]}q`,
  publicKeys[0]?.toUpperCase() ?? '',
  `age2${publicKeys[0]?.slice(4)}`,
])('"%s" is none', (text) => {
  expect(isPublicKey(text)).toBe(false)
})
