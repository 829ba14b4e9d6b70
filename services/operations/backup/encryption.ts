/**
 * Encryption of backups in the format of age (age-encryption.org/v1). The server knows the public key only, so it can
 * write backups and not read them. An encrypted object has the ending `.age`, so plain objects of earlier releases lie
 * beside encrypted ones and are still read.
 */
export const encryptedSuffix = '.age'

/** An object of the storage of backups with its key there. */
export type StoredObject = { key: string; bytes: Uint8Array }

/** Error that an object is encrypted for another key than those that are given. */
export class WrongKeyError extends Error {
  override name = 'WrongKeyError'
}

/** The library is imported only when it is needed, because the import takes 120 ms and 25 MB of memory. */
const loadAge = () => import('age-encryption')

/** Encrypts an object for a public key and adds the ending to its key. Without a public key it stays as it is. */
export async function encryptObject(
  recipient: string | undefined,
  object: StoredObject,
): Promise<StoredObject> {
  if (!recipient) return object
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return { key: `${object.key}${encryptedSuffix}`, bytes: await encrypter.encrypt(object.bytes) }
}

/**
 * Decrypts an object, and removes the ending from its key. A plain object stays as it is.
 * @throws WrongKeyError if none of the private keys opens the object
 * @throws Error if the object is damaged
 */
export async function decryptObject(
  privateKeys: readonly string[],
  object: StoredObject,
): Promise<StoredObject> {
  const { key, bytes } = object
  if (!key.endsWith(encryptedSuffix)) return object
  if (privateKeys.length === 0) throw new WrongKeyError(`${key} is encrypted, and no private key is given.`)
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  for (const privateKey of privateKeys) decrypter.addIdentity(privateKey)
  try {
    return { key: plainKey(key), bytes: await decrypter.decrypt(bytes) }
  } catch (error) {
    const { message } = error as Error
    if (message.includes('no identity matched'))
      throw new WrongKeyError(`${key} is encrypted for another key than the given one.`)
    throw new Error(`${key} cannot be decrypted, it is damaged: ${message}`)
  }
}

/** Returns the key of an object without the ending of encrypted objects. */
export const plainKey = (key: string) =>
  key.endsWith(encryptedSuffix) ? key.slice(0, -encryptedSuffix.length) : key

export type KeyPair = { privateKey: string; publicKey: string }

export async function generateKeyPair(): Promise<KeyPair> {
  const { generateX25519Identity } = await loadAge()
  const privateKey = await generateX25519Identity()
  return { privateKey, publicKey: await publicKeyOf(privateKey) }
}

/** @throws if the text is no private key of age */
export async function publicKeyOf(privateKey: string): Promise<string> {
  const { identityToRecipient } = await loadAge()
  return identityToRecipient(privateKey)
}

/**
 * Reads the private keys in a key file as `age-keygen` writes it: one a line, beside comments that start with `#`.
 * @throws Error without any of the text, because the text may be a private key with a slip
 */
export async function parsePrivateKeys(text: string): Promise<string[]> {
  const keys: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const key = line.trim()
    if (key === '' || key.startsWith('#')) continue
    await publicKeyOf(key).catch(() => {
      throw new Error(`line ${index + 1} is no private key of age, which starts with AGE-SECRET-KEY-1`)
    })
    keys.push(key)
  }
  if (keys.length === 0) throw new Error('it holds no private key of age, which starts with AGE-SECRET-KEY-1')
  return keys
}

/** Tests that one of the private keys opens what is encrypted for a public key: encrypts a text and decrypts it. */
export async function opens(privateKeys: readonly string[], publicKey: string): Promise<boolean> {
  const bytes = Buffer.from(crypto.randomUUID())
  const sealed = await encryptObject(publicKey, { key: 'test', bytes })
  return decryptObject(privateKeys, sealed).then(
    (opened) => bytes.equals(opened.bytes),
    (error) => {
      if (error instanceof WrongKeyError) return false
      throw error
    },
  )
}
