import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.ts'
import { derivedKeys } from './derived-keys.ts'

/** Signatures of documents that people keep. */

const purpose = 'documents'
const signatureBy = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export function signDocument(config: Config, text: string): string {
  return signatureBy(derivedKeys(config, purpose)[0], text).toString('hex')
}

export function isSignedDocument(config: Config, text: string, signature: string): boolean {
  const given = Buffer.from(signature, 'hex')
  return derivedKeys(config, purpose).some((key) => {
    const own = signatureBy(key, text)
    return own.length === given.length && timingSafeEqual(own, given)
  })
}
