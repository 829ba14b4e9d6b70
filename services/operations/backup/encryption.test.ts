import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  decryptObject,
  encryptObject,
  generateKeyPair,
  opens,
  parsePrivateKeys,
  WrongKeyError,
} from './encryption.ts'

/** A key and a file of the program `age` 1.1.1, the reference implementation, which is written in Go. */
const reference = {
  privateKey: 'AGE-SECRET-KEY-1JTUAZND7YZYXELJSLZ8RXCLH986U5CMA8CXRSJD2ZD92P8ZD2CUSG7QQHU',
  publicKey: 'age1ppa6c7dratkcthl2hqvuakxr6llgszqukwn7u0q954fv4qplsyzq2mdv2y',
  file:
    'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBSdnoxT0NKbTl4RVMyU2F6amVRR05relJFLzIxQW5VellGRkxFSDZCK3hRCjNm' +
    'NURuU1R5ZDlDTTdIdlpKbzNya2dCUzIzVnFBSkdISElKTnhEVjEweGcKLS0tIHR6NzE3d3lKUCtrMkMwWEd6N0U2MUhzZnluVGN1UnFm' +
    'cUZJTmpYY3ZQazgKiSDVGQzoLUvPHXfoyqkGZZ997otWyN4+Lda60Ghuq5ZJHDXb2zUXge8Ir/K1shtgvpW7lBo6HYFX6Bq+mE2o5X8V',
  text: 'Отклик: a piece of a backup\n',
}

/** Returns the 32 bytes of a key that is written in Bech32. */
function bytesOfKey(key: string): Buffer {
  const lower = key.toLowerCase()
  const letters = Array.from(lower.slice(lower.lastIndexOf('1') + 1, -6))
  const bits = letters
    .map((letter) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(
    Array.from({ length: 32 }, (_, at) => Number.parseInt(bits.slice(8 * at, 8 * at + 8), 2)),
  )
}

function openChunk(key: Uint8Array, nonce: Uint8Array, chunk: Uint8Array): Buffer {
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(chunk.subarray(-16))
  return Buffer.concat([decipher.update(chunk.subarray(0, -16)), decipher.final()])
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: string) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32))

/**
 * Opens a file of age as its specification says (https://c2sp.org/age), with the cryptography of Node instead of that of
 * the library. It is the judge of the files that the product writes.
 */
function openBySpecification(privateKey: string, publicKey: string, file: Buffer): Buffer {
  const [, share = '', body = ''] =
    /^age-encryption\.org\/v1\n-> X25519 (\S{43})\n(\S{43})\n--- \S{43}\n/.exec(file.toString('latin1')) ?? []
  const theirs = Buffer.from(share, 'base64')
  const secret = diffieHellman({
    privateKey: createPrivateKey({
      key: Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), bytesOfKey(privateKey)]),
      format: 'der',
      type: 'pkcs8',
    }),
    publicKey: createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), theirs]),
      format: 'der',
      type: 'spki',
    }),
  })
  const salt = Buffer.concat([theirs, bytesOfKey(publicKey)])
  const wrapKey = derive(secret, salt, 'age-encryption.org/v1/X25519')
  const fileKey = openChunk(wrapKey, Buffer.alloc(12), Buffer.from(body, 'base64'))
  const payload = file.subarray(file.indexOf('\n', file.indexOf('\n---') + 1) + 1)
  const payloadKey = derive(fileKey, payload.subarray(0, 16), 'payload')
  const chunks: Buffer[] = []
  const size = 64 * 1024 + 16
  for (let start = 16, number = 0; start < payload.length; start += size, number += 1) {
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(number, 7)
    nonce[11] = start + size >= payload.length ? 1 : 0
    chunks.push(openChunk(payloadKey, nonce, payload.subarray(start, start + size)))
  }
  return Buffer.concat(chunks)
}

describe('the format is that of age', () => {
  test('the judge opens the file of the program age', () => {
    const { privateKey, publicKey, file, text } = reference
    expect(openBySpecification(privateKey, publicKey, Buffer.from(file, 'base64')).toString()).toBe(text)
  })

  test.each([0, 1, 64 * 1024, 64 * 1024 + 1, 300_000])(
    'the judge opens our file of %i bytes',
    async (length) => {
      const { privateKey, publicKey } = await generateKeyPair()
      const bytes = randomBytes(length)
      const { key, bytes: written } = await encryptObject(publicKey, { key: 'wal/1.gz', bytes })
      expect(key).toBe('wal/1.gz.age')
      expect(openBySpecification(privateKey, publicKey, Buffer.from(written)).equals(bytes)).toBe(true)
      const opened = await decryptObject([privateKey], { key, bytes: written })
      expect(opened.key).toBe('wal/1.gz')
      expect(bytes.equals(opened.bytes)).toBe(true)
    },
  )

  test('we open the file of the program age', async () => {
    const { privateKey, file, text } = reference
    const opened = await decryptObject([privateKey], { key: 'a.age', bytes: Buffer.from(file, 'base64') })
    expect(Buffer.from(opened.bytes).toString()).toBe(text)
  })
})

test('without a public key, and for a plain object, nothing changes', async () => {
  const object = { key: 'wal/1.gz', bytes: Buffer.from('plain') }
  expect(await encryptObject(undefined, object)).toBe(object)
  expect(await decryptObject([], object)).toBe(object)
})

test('another key is told from a damaged object, and one of several keys is enough', async () => {
  const [right, wrong] = [await generateKeyPair(), await generateKeyPair()]
  const sealed = await encryptObject(right.publicKey, { key: 'wal/1.gz', bytes: Buffer.from('text') })
  await expect(decryptObject([], sealed)).rejects.toBeInstanceOf(WrongKeyError)
  await expect(decryptObject([wrong.privateKey], sealed)).rejects.toBeInstanceOf(WrongKeyError)
  const opened = await decryptObject([wrong.privateKey, right.privateKey], sealed)
  expect(Buffer.from(opened.bytes).toString()).toBe('text')
  const damaged = { key: sealed.key, bytes: sealed.bytes.with(-1, (sealed.bytes.at(-1) ?? 0) ^ 1) }
  const failure = await decryptObject([right.privateKey], damaged).catch((error: Error) => error)
  expect(failure).not.toBeInstanceOf(WrongKeyError)
  expect((failure as Error).message).toMatch(/^wal\/1\.gz\.age cannot be decrypted, it is damaged/)
  expect([
    await opens([right.privateKey], right.publicKey),
    await opens([wrong.privateKey], right.publicKey),
  ]).toEqual([true, false])
})

test('a key file is read as age-keygen writes it; a wrong one is named without its text', async () => {
  const { privateKey, publicKey } = reference
  const other = await generateKeyPair()
  const text = `# created: 2026-11-28T07:18:23Z\n# public key: ${publicKey}\n${privateKey}\r\n\n${other.privateKey}\n`
  expect(await parsePrivateKeys(text)).toEqual([privateKey, other.privateKey])
  const slip = privateKey.replace('JTUA', 'JTUE')
  const failure = await parsePrivateKeys(`# a\n${slip}`).catch((error: Error) => error.message)
  expect(failure).toBe('line 2 is no private key of age, which starts with AGE-SECRET-KEY-1')
  await expect(parsePrivateKeys('# only a comment\n')).rejects.toThrow('it holds no private key')
})
