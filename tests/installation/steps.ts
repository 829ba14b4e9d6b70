import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { lastLineOf, must, needImage, run, Skipped } from './engine.ts'
import {
  envFile,
  imageName,
  installationSettings,
  outsideImage,
  privateCompose,
  surroundings,
} from './settings.ts'

export interface Trial {
  /** Folder of the project. */
  root: string
  /** Empty folder that becomes the folder of the installation. */
  folder: string
  compose: string[]
  /** Name of the installation in Compose. */
  name: string
  buildOptions: string[]
  /** First three numbers of the network, where that of docker-compose.yml is taken. */
  network?: string | undefined
}

/** A step that does not throw has succeeded. A text that it returns is printed behind its name. */
export type Step = {
  name: string
  act: (trial: Trial) => Promise<unknown>
  /** Without its success nothing that follows can be tried. */
  isNeeded?: boolean
}

/** Programs of others that read files of ours, where docker-compose.yml has no service with their image. */
const watchingImages = { prometheus: 'prom/prometheus:v3.5.0', alertmanager: 'prom/alertmanager:v0.28.1' }
const readyMs = 5 * 60_000

const read = (trial: Trial, file: string) => readFileSync(path.join(trial.root, file), 'utf8')

export const stagesOf = (dockerfile: string) =>
  Array.from(dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm), ([, stage = '']) => stage)

/** Returns the image of a service of docker-compose.yml. */
export const imageOf = (compose: string, service: string) =>
  new RegExp(`^  ${service}:\\n(?:    .*\\n)*?    image: (\\S+)$`, 'm').exec(compose)?.[1] ?? ''

const watchingImage = (trial: Trial, name: keyof typeof watchingImages) =>
  imageOf(read(trial, 'docker-compose.yml'), name) || watchingImages[name]

async function composeRun(trial: Trial, ...args: string[]): Promise<string> {
  const [program = '', ...first] = trial.compose
  return must(program, [...first, '--project-name', trial.name, ...args], { cwd: trial.folder })
}

/** Gives files to a program in a container. They travel by its input, because the engine may be another machine. */
async function check(trial: Trial, image: string, files: string[], command: string): Promise<void> {
  await needImage(image)
  const [folder = '', ...names] = files
  const archive = tar(path.join(trial.root, folder), names)
  const script = `mkdir -p /tmp/tried && cd /tmp/tried && tar -xf - && ${command}`
  await must(
    'docker',
    ['run', '--rm', '-i', '-e', 'DOMAIN=otklik.localhost', '--entrypoint', 'sh', image, '-c', script],
    {
      input: archive,
    },
  )
}

function tar(folder: string, names: string[]): Buffer {
  const { stdout, status } = spawnSync('tar', ['-cf', '-', '--exclude=dist', ...names], {
    cwd: folder,
    maxBuffer: 512 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`tar ended with ${status}`)
  return stdout
}

const builds: Step[] = [
  {
    name: 'every stage of the Dockerfile is built',
    isNeeded: true,
    async act(trial) {
      const stages = stagesOf(read(trial, 'Dockerfile'))
      for (const stage of stages)
        await must(
          'docker',
          ['build', ...trial.buildOptions, '--target', stage, '-t', `${imageName}-${stage}`, '.'],
          {
            cwd: trial.root,
          },
        )
      await must('docker', ['tag', `${imageName}-product`, imageName])
      return stages.join(', ')
    },
  },
  {
    name: 'a build without a target is the product',
    async act(trial) {
      await must('docker', ['build', ...trial.buildOptions, '-t', `${imageName}-untargeted`, '.'], {
        cwd: trial.root,
      })
      const settingsOf = (image: string) =>
        must('docker', ['image', 'inspect', '--format', '{{.Config.User}} {{.Config.Cmd}}', image])
      const [untargeted, product] = [await settingsOf(`${imageName}-untargeted`), await settingsOf(imageName)]
      if (untargeted !== product)
        throw new Error(`it runs as ${untargeted.trim()}, the product as ${product.trim()}`)
    },
  },
  {
    name: 'the surroundings are built',
    isNeeded: true,
    act: buildSurroundings,
  },
]

/** Builds the image in which the stand-ins of Telegram and the shop run. */
export async function buildSurroundings(trial: Trial): Promise<void> {
  const names = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'contract',
    'db',
    'services',
    'stand-ins',
    'tests',
  ]
  const file = 'tests/installation/outside.Dockerfile'
  await must('docker', ['build', ...trial.buildOptions, '-f', file, '-t', outsideImage, '-'], {
    input: tar(trial.root, names),
  })
}

const readings: Step[] = [
  {
    name: 'compose reads docker-compose.yml',
    async act(trial) {
      const settings = installationSettings()
      await writeFile(path.join(trial.folder, '.env'), envFile(settings))
      await cp(path.join(trial.root, 'Caddyfile'), path.join(trial.folder, 'Caddyfile'))
      const compose = privateCompose(read(trial, 'docker-compose.yml'), trial.network)
      await writeFile(path.join(trial.folder, 'docker-compose.yml'), compose)
      await writeFile(path.join(trial.folder, 'docker-compose.override.yml'), JSON.stringify(surroundings))
      await composeRun(trial, 'config', '--quiet')
    },
  },
  {
    name: 'caddy reads the Caddyfile',
    async act(trial) {
      const image = imageOf(read(trial, 'docker-compose.yml'), 'caddy')
      await requireCaddy(image)
      await check(trial, image, ['.', 'Caddyfile'], 'caddy validate --adapter caddyfile --config Caddyfile')
    },
  },
  {
    name: 'promtool reads the rules',
    act: (trial) =>
      check(
        trial,
        watchingImage(trial, 'prometheus'),
        ['docs/watching', '.'],
        'promtool check config prometheus.yml && promtool check rules alerts.yml',
      ),
  },
  {
    name: 'amtool reads the routes',
    act: (trial) =>
      check(
        trial,
        watchingImage(trial, 'alertmanager'),
        ['docs/watching', '.'],
        'amtool check-config alertmanager.yml',
      ),
  },
]

/** @throws Skipped if the engine's Caddy is older than the Caddyfile, as in an image of another make */
export async function requireCaddy(image: string): Promise<void> {
  await needImage(image)
  const version = (await must('docker', ['run', '--rm', '--entrypoint', 'caddy', image, 'version'])).trim()
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  if (major < 2 || (major === 2 && minor < 8))
    throw new Skipped(`the image ${image} holds Caddy ${version}, and the Caddyfile needs 2.8`)
}

const life: Step[] = [
  {
    name: 'up: every service becomes healthy',
    isNeeded: true,
    async act(trial) {
      const compose = read(trial, 'docker-compose.yml')
      for (const service of ['postgres', 'redis']) await needImage(imageOf(compose, service))
      const isProxied = await requireCaddy(imageOf(compose, 'caddy')).then(
        () => true,
        () => false,
      )
      const services = [
        'outside',
        'api-1',
        'api-2',
        'bot',
        'workers',
        'backups',
        ...(isProxied ? ['caddy'] : []),
      ]
      await composeRun(trial, 'up', '--detach', '--no-build', ...services)
      await untilHealthy(trial)
      return isProxied ? services.join(', ') : `${services.join(', ')}; without the proxy, see above`
    },
  },
  {
    name: 'one order is paid, approved and published',
    async act(trial) {
      return lastLineOf(
        await composeRun(trial, 'exec', '-T', 'outside', 'node', 'tests/installation/order.ts'),
      )
    },
  },
  {
    name: 'doctor finds nothing bad',
    async act(trial) {
      const [program = '', ...first] = trial.compose
      const args = [...first, '--project-name', trial.name, 'run', '--rm', 'otklik', 'doctor']
      const { code, output } = await run(program, args, { cwd: trial.folder })
      const withoutProxy = await requireCaddy(imageOf(read(trial, 'docker-compose.yml'), 'caddy')).then(
        () => false,
        () => true,
      )
      if (code === 0) return lastLineOf(output)
      if (withoutProxy) throw new Skipped(`there is no proxy here, and doctor says so:\n${output.trimEnd()}`)
      throw new Error(output)
    },
  },
]

/** Waits until every container of the installation is healthy, or has done its work. */
export async function untilHealthy(trial: Trial): Promise<void> {
  const format =
    '{{.Name}} {{.State.Status}} {{.State.ExitCode}} {{if .State.Health}}{{.State.Health.Status}}{{end}}'
  for (const deadline = Date.now() + readyMs; ; await wait(1000)) {
    const filter = `label=com.docker.compose.project=${trial.name}`
    const ids = (await must('docker', ['ps', '--all', '--quiet', '--filter', filter]))
      .split('\n')
      .filter(Boolean)
    const states = (await must('docker', ['inspect', '--format', format, ...ids])).trim().split('\n')
    const waiting = states.filter((state) => !/ running 0( healthy)?\s*$| exited 0\b/.test(state))
    if (waiting.length === 0) return
    const isLost = waiting.some((state) => / exited [1-9]| dead /.test(state))
    if (isLost || Date.now() > deadline) {
      const logs = await run('docker', [
        'logs',
        '--tail',
        '20',
        waiting[0]?.split(' ')[0]?.replace(/^\//, '') ?? '',
      ])
      throw new Error(`not healthy:\n${waiting.join('\n')}\n${logs.output}`)
    }
  }
}

export const steps: Step[] = [...builds, ...readings, ...life]

/** Ends the installation and forgets its volumes, also those of services that were not started. */
export async function takeDown(trial: Trial, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const [program = '', ...first] = trial.compose
  await run(program, [...first, '--project-name', trial.name, 'down', '--volumes', '--timeout', '10'], {
    cwd: trial.folder,
    env,
  })
  const filter = `label=com.docker.compose.project=${trial.name}`
  const left = (await run('docker', ['volume', 'ls', '--quiet', '--filter', filter])).stdout.split('\n')
  if (left[0]) await run('docker', ['volume', 'rm', ...left.filter(Boolean)])
}
