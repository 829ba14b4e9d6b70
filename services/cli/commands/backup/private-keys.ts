import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { reasonOf } from '#services/cli/checks/result.ts'
import { Refusal } from '#services/cli/output.ts'
import type { Session } from '#services/cli/session.ts'
import { parsePrivateKeys } from '#services/operations/backup/encryption.ts'

/**
 * Reads the private keys of backups from the file of the option `--key` or of the variable BACKUP_PRIVATE_KEY_FILE. The
 * name `-` is the standard input, so that the key need not lie on the server.
 * @returns an empty list if no file is named
 * @throws Refusal if the file cannot be read or holds no private key
 */
export async function readPrivateKeys(session: Session, file?: string): Promise<string[]> {
  const place = file ?? session.env.BACKUP_PRIVATE_KEY_FILE
  if (!place) return []
  try {
    return await parsePrivateKeys(place === '-' ? await text(process.stdin) : await readFile(place, 'utf8'))
  } catch (error) {
    const where = place === '-' ? 'from the standard input' : `in ${place}`
    throw new Refusal(`The private key ${where} cannot be used: ${reasonOf(error)}. Nothing was changed.`)
  }
}
