import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isPublicKey } from '#services/core/config/backup-key.ts'
import { generateKeyPair, opens } from '#services/operations/backup/encryption.ts'
import { chooseBackupKey, type Prompts, testPrivateKey } from './key-choice.ts'

type Answers = { wantsNew: boolean; publicKey?: string; privateKeys?: (shown: string) => string[] }

/** Asks for a key, with an operator who gives these answers. Refused answers are followed by the next one. */
async function choose({ wantsNew, publicKey = '', privateKeys = () => [] }: Answers, current = '') {
  const lines: string[] = []
  const refusals: string[] = []
  const shownKey = () => lines.join('\n').match(/AGE-SECRET-KEY-1\w+/g) ?? []
  const prompts: Prompts = {
    confirm: async () => wantsNew,
    async input({ validate }) {
      expect(await validate(publicKey)).toBe(true)
      return publicKey
    },
    async password({ validate }) {
      for (const answer of privateKeys(shownKey()[0] ?? '')) {
        const verdict = await validate(answer)
        if (verdict === true) return answer
        refusals.push(verdict)
      }
      throw new Error('no answer was right')
    },
  }
  const chosen = await chooseBackupKey(current, (line) => void lines.push(line), prompts)
  return { chosen, shown: shownKey(), refusals }
}

test('a new key is shown once, and taken only from somebody who has kept it', async () => {
  const other = await generateKeyPair()
  const { chosen, shown, refusals } = await choose({
    wantsNew: true,
    privateKeys: (key) => ['', '/no/such/file', key.slice(0, -1), other.privateKey, ` ${key}\n`],
  })
  expect(isPublicKey(chosen)).toBe(true)
  expect(shown).toHaveLength(1)
  expect(await opens(shown, chosen)).toBe(true)
  expect(refusals).toEqual([
    expect.stringMatching(/^needed/),
    'neither a private key nor the name of a file',
    expect.stringMatching(/^line 1 is no private key/),
    `it does not open what is encrypted for ${chosen}: it is another key`,
  ])
})

test('the key may be given back as a file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'otklik-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'backup.key')
  const { privateKey, publicKey } = await generateKeyPair()
  writeFileSync(file, `# public key: ${publicKey}\n${privateKey}\n`)
  expect(await testPrivateKey(publicKey, file)).toBe(true)
  expect(await testPrivateKey((await generateKeyPair()).publicKey, file)).toMatch(/another key$/)
})

test('an own public key is tried with its private key, or without it on purpose', async () => {
  const own = await generateKeyPair()
  const other = await generateKeyPair()
  const tried = await choose({
    wantsNew: false,
    publicKey: own.publicKey,
    privateKeys: () => [other.privateKey, own.privateKey],
  })
  expect(tried).toMatchObject({
    chosen: own.publicKey,
    shown: [],
    refusals: [expect.stringMatching(/another key$/)],
  })
  const untried = await choose({ wantsNew: false, publicKey: own.publicKey, privateKeys: () => [''] })
  expect(untried.chosen).toBe(own.publicKey)
})

test('the present key stays without being tried again, and none stays none', async () => {
  const { publicKey } = await generateKeyPair()
  expect((await choose({ wantsNew: false, publicKey }, publicKey)).chosen).toBe(publicKey)
  expect((await choose({ wantsNew: false })).chosen).toBe('')
})
