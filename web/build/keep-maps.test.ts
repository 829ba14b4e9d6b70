import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { resolvePositions } from '#services/core/text/source-places.ts'
import { keepSourceMaps } from './keep-maps.ts'

const source = `type Person = { name: string }
export function greet(person?: Person): string {
  if (person) return person.name
  throw new Error('nobody to greet')
}
`

test('a stack of a built script names file and line of its source; the maps are not among what is served', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'otklik-maps-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await writeFile(path.join(root, 'greet.ts'), source)
  const dist = path.join(root, 'dist')
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins: [keepSourceMaps(root)],
    build: {
      outDir: dist,
      sourcemap: 'hidden',
      rolldownOptions: {
        input: path.join(root, 'greet.ts'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'assets/[name]-[hash].js' },
      },
    },
  })
  const [script = '', ...otherFiles] = await readdir(path.join(dist, 'assets'))
  expect(otherFiles).toEqual([])
  const file = path.join(dist, 'assets', script)
  expect(await readFile(file, 'utf8')).not.toContain('sourceMappingURL')
  const { greet } = await import(file)
  let stack = ''
  try {
    greet()
  } catch (error) {
    // In a browser, a stack trace names the URL of a script instead of its file.
    stack = ((error as Error).stack ?? '').replaceAll(dist, 'https://otklik.example')
  }
  expect(stack).toContain(script)

  const resolvedStack = await resolvePositions(stack, path.join(dist, '.maps'))
  expect(resolvedStack).toMatch(/ greet\.ts:4:\d+|\(greet\.ts:4:\d+/)
  expect(resolvedStack).not.toContain(script)
  expect(await resolvePositions(stack, path.join(root, 'elsewhere'))).toBe(stack)
})
