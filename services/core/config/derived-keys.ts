import { hkdfSync } from 'node:crypto'
import type { Config } from './config.ts'

/**
 * Derives keys for one purpose from the secrets that sign sessions. The first key signs; a signature by any of them is
 * valid.
 */
export function derivedKeys({ JWT_SECRETS }: Config, purpose: string): [Buffer, ...Buffer[]] {
  return JWT_SECRETS.split(',').map((pair) => {
    const secret = pair.slice(pair.indexOf(':') + 1)
    return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  }) as [Buffer, ...Buffer[]]
}
