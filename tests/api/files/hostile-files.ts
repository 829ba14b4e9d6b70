import { expect } from 'vitest'
import type { Api } from '#tests/support/api/api.ts'
import type { Person } from '#tests/support/people/people.ts'
import {
  archiveBombs,
  damagedFiles,
  hiddenBombs,
  makePolyglots,
  png,
  trickyNames,
  wrongTypes,
} from './uploads-corpus.ts'
import { fetchFile, outcomeOf, send } from './uploads-sending.ts'

/**
 * Uploads all sample files of hostile people as one person.
 * @returns ids of the accepted files in groups of ten, the largest number of files in a message or response
 */
export async function sendHostileFiles(api: Api, person: Person): Promise<number[][]> {
  for (const sample of [...archiveBombs(), ...wrongTypes, ...(await damagedFiles())])
    expect([sample.name, outcomeOf(await send(api, person, sample))]).toEqual([
      sample.name,
      expect.stringMatching(/^(too_large|unsupported_type|file_damaged)$/),
    ])
  const ids: number[] = []
  for (const sample of hiddenBombs()) {
    const { status, file } = await send(api, person, sample)
    if (status === 200) ids.push(file.id)
  }
  for (const sample of [
    ...(await makePolyglots()),
    ...trickyNames.map((name) => ({ name, bytes: png(4, 4) })),
  ])
    ids.push((await send(api, person, sample)).file.id)
  return Array.from({ length: Math.ceil(ids.length / 10) }, (_, index) =>
    ids.slice(10 * index, 10 * index + 10),
  )
}

/** Asserts that the browser does not execute any of the stored files and that no file name is misleading. */
export async function expectHarmless(api: Api, files: { name: string; file_url: string }[]): Promise<void> {
  for (const { name, file_url } of files) {
    expect(name).not.toMatch(/[/\\\p{Cc}\p{Cf}<>:"|?*;%]|^\./u)
    const storedFile = await fetchFile(api, file_url)
    expect(storedFile.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    if (/png|jpg/.test(storedFile.headers['content-type'] as string))
      for (const forbiddenText of ['canary', 'script', 'Exif', '%PDF', 'PK\x03\x04'])
        expect([name, forbiddenText, storedFile.bytes.includes(forbiddenText)]).toEqual([
          name,
          forbiddenText,
          false,
        ])
  }
}
