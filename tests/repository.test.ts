import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './house/imports.ts'
import { parseYaml } from './support/run/yaml.ts'

/** These tests read what only the host of the repository reads: templates, updates and workflows. */
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const parse = (file: string) => parseYaml(read(file))

type Form = { name: string; body: { type: string; id?: string; attributes: { label?: string } }[] }
type Updates = {
  updates: { 'package-ecosystem': string; schedule: { interval: string }; groups: Record<string, unknown> }[]
}
type Step = { uses?: string; run?: string; if?: string; with?: Record<string, unknown> }
type Workflow = { jobs: Record<string, { 'timeout-minutes': number; steps: Step[] }> }

test.each(['bug', 'idea'])('the form for a %s asks for something', (name) => {
  const { body } = parse(`.github/ISSUE_TEMPLATE/${name}.yml`) as Form
  const fields = body.filter(({ type }) => type !== 'markdown')
  expect(fields.length).toBeGreaterThan(1)
  expect(fields.filter(({ id, attributes }) => !id || !attributes.label)).toEqual([])
})

test('updates of everything that is pinned come once a week, in groups', () => {
  const { updates } = parse('.github/dependabot.yml') as Updates
  expect(updates.map((update) => update['package-ecosystem'])).toEqual([
    'npm',
    'docker',
    'docker-compose',
    'github-actions',
  ])
  expect(updates.filter(({ schedule }) => schedule.interval !== 'weekly')).toEqual([])
  expect(updates.filter(({ groups }) => Object.keys(groups).length === 0)).toEqual([])
})

test('package.json and both READMEs say that there is no licence yet', () => {
  expect(JSON.parse(read('package.json')).license).toBe('UNLICENSED')
  expect(read('README.md')).toMatch(/^No licence has been chosen yet: .+$/m)
  expect(read('README.ru.md')).toMatch(/^Лицензия ещё не выбрана: .+$/m)
})

describe.each(globSync('.github/workflows/*.yml', { cwd: root }))('%s', (file) => {
  const { jobs } = parse(file) as Workflow
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  test('every job ends in time, every action has an exact version', () => {
    expect(Object.values(jobs).filter((job) => !job['timeout-minutes'])).toEqual([])
    const actions = steps.flatMap(({ uses }) => uses ?? [])
    expect(actions.filter((action) => !/@(v\d+\.\d+\.\d+|[0-9a-f]{40})$/.test(action))).toEqual([])
  })

  test('every npm script and file that it runs is there', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const commands = steps.flatMap(({ run }) => run?.split('\n') ?? [])
    const named = commands.flatMap((command) => /npm run (?:-s )?([\w-]+)/.exec(command)?.[1] ?? [])
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

test('a failed run keeps its output', () => {
  const { jobs } = parse('.github/workflows/check.yml') as Workflow
  const kept = jobs.check?.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))
  expect(kept?.if).toBe('failure()')
  expect(kept?.with?.path).toBe('test-output')
  expect(jobs.check?.steps.at(-1)).toBe(kept)
})

test('images of a release go where the variables say, for both processors, with what they are made of', () => {
  const text = read('.github/workflows/release.yml')
  const { images } = (
    parse('.github/workflows/release.yml') as { jobs: Record<string, { if: string; steps: Step[] }> }
  ).jobs
  expect(images?.if).toBe("vars.IMAGE_REGISTRY != '' && vars.IMAGE_NAME != ''")
  const build = images?.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action@'))
  expect(build?.with).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    sbom: true,
    provenance: 'mode=max',
  })
  expect(build?.with?.labels).toContain('org.opencontainers.image.version=')
  // Each target of the workflow is a stage of the Dockerfile, and no host of a registry is written down.
  const targets = Array.from(text.matchAll(/target: (\w+)/g), ([, target]) => target)
  const stages = Array.from(read('Dockerfile').matchAll(/ AS (\w+)$/gm), ([, stage]) => stage)
  expect(targets).toEqual(['product', 'backups'])
  expect(targets.filter((target) => !stages.includes(target))).toEqual([])
  expect(text.replaceAll(/docker\/[\w-]+@/g, '')).not.toMatch(/[\w-]+\.(io|com|org|dev|ru)\//)
})
