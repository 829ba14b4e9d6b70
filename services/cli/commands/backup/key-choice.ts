import { readFile } from 'node:fs/promises'
import { confirm, input, password } from '@inquirer/prompts'
import { findMistake, questionOf } from '#services/cli/questions.ts'
import { generateKeyPair, opens, parsePrivateKeys } from '#services/operations/backup/encryption.ts'

/** Questions in the terminal. Tests answer them in its place. */
export type Prompts = {
  confirm(question: { message: string; default: boolean }): Promise<boolean>
  input(question: { message: string; default?: string; validate: Validate }): Promise<string>
  password(question: { message: string; mask: string; validate: Validate }): Promise<string>
}
type Validate = (value: string) => Promise<string | true>

/**
 * Asks for the public key of backups, and generates a key pair if the operator has none. The private key is shown once
 * and stored nowhere here. The operator proves to have kept it: it must open a test file.
 * @param current public key of the present settings; empty if there is none
 * @returns public key; empty if backups are to stay in plain text
 */
export async function chooseBackupKey(
  current: string,
  note: (line: string) => void,
  prompts: Prompts = { confirm, input, password },
): Promise<string> {
  const message = current
    ? 'Make a new key for backups (what is encrypted already needs the present one)'
    : 'Make a key for backups now, so that nobody else reads them'
  if (!(await prompts.confirm({ message, default: !current }))) return askForPublicKey(current, prompts)
  const { privateKey, publicKey } = await generateKeyPair()
  for (const line of [
    '',
    'This is the private key of the backups. It is shown once and stored nowhere here:',
    `  ${privateKey}`,
    'Keep it in two places away from this machine and from the backups. Without it nobody reads the backups, you neither.',
    '',
  ])
    note(line)
  await prompts.password({
    message: 'Give it back from where you kept it: the key, or the name of a file with it',
    mask: '*',
    validate: (value) => testPrivateKey(publicKey, value),
  })
  note('It opened a test file: the backups can be read with it.')
  return publicKey
}

async function askForPublicKey(current: string, prompts: Prompts): Promise<string> {
  const question = questionOf('BACKUP_KEY')
  const answer = await prompts.input({
    message: question.prompt,
    ...(current && { default: current }),
    validate: async (value) => findMistake(question, value.trim()) ?? true,
  })
  const publicKey = answer.trim()
  if (!publicKey || publicKey === current) return publicKey
  await prompts.password({
    message: 'Its private key or the name of a file with it, to try it now (Enter: it is elsewhere)',
    mask: '*',
    validate: async (value) => value.trim() === '' || testPrivateKey(publicKey, value),
  })
  return publicKey
}

/**
 * Tests that a private key, given as text or as the name of a file, opens what is encrypted for a public key.
 * @returns true, or a sentence about the mistake
 */
export async function testPrivateKey(publicKey: string, value: string): Promise<string | true> {
  const given = value.trim()
  if (!given) return 'needed: without the private key no backup can be read'
  try {
    const text = /^AGE-SECRET-KEY-/i.test(given) ? given : await readFile(given, 'utf8')
    const isRight = await opens(await parsePrivateKeys(text), publicKey)
    return isRight || `it does not open what is encrypted for ${publicKey}: it is another key`
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'neither a private key nor the name of a file' : message
  }
}
