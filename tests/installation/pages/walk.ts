import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findPreviousRelease } from '#tests/deploy/release.ts'
import { lastLineOf, must, run } from '#tests/installation/engine.ts'
import { outsideImage, privateCompose, proxyName } from '#tests/installation/settings.ts'
import {
  buildSurroundings,
  imageOf,
  requireCaddy,
  type Step,
  type Trial,
  takeDown,
  untilHealthy,
} from '#tests/installation/steps.ts'
import { commandsIn, type PageCommand } from './commands.ts'
import {
  doneByUpgrade,
  expectations,
  outsideSettings,
  pages,
  privateKeyIn,
  reasonNotToRun,
  settingsBefore,
  substitutions,
  triedBranch,
  walked,
} from './table.ts'
import { runInTerminal } from './terminal.ts'

const composeFiles = ['docker-compose.trial.yml', 'docker-compose.trial-proxy.yml'] as const
/** Images that the pages build, by the names that the pages give them. */
const images = ['otklik', 'otklik-backups']
/** Volumes that a lost machine takes with it. The backups are elsewhere, and so is `backup.key`. */
const lostVolumes = ['postgres', 'redis', 'files', 'archive', 'scratch', 'caddy']

/** The environment of the operator's shell: an installation beside others, without ports outside. */
const environmentOf = ({ name }: Trial) => ({
  ...process.env,
  COMPOSE_PROJECT_NAME: name,
  COMPOSE_FILE: composeFiles.join(path.delimiter),
})

/** Writes the files of Compose of the release that is checked out in the folder. */
async function writeComposeFiles({ folder, network, buildOptions }: Trial): Promise<void> {
  const published = readFileSync(path.join(folder, 'docker-compose.yml'), 'utf8')
  const buildNetwork = buildOptions[buildOptions.indexOf('--network') + 1 || buildOptions.length]
  await writeFile(path.join(folder, composeFiles[0]), privateCompose(published, network, buildNetwork))
  await writeFile(path.join(folder, composeFiles[1]), JSON.stringify({ services: proxyName }))
}

/** Types a line into the operator's shell. */
async function type(trial: Trial, line: string, { answers, code = 0, prints }: Typed = {}): Promise<string> {
  await writeComposeFiles(trial)
  const outcome = await runInTerminal(line, trial.folder, environmentOf(trial), answers)
  const lastLines = outcome.output.trimEnd().split('\n').slice(-40).join('\n')
  if (outcome.code !== code) throw new Error(`${line} ended with ${outcome.code}, not ${code}:\n${lastLines}`)
  if (prints && !prints.test(outcome.output))
    throw new Error(`${line} did not print ${prints}:\n${lastLines}`)
  return outcome.output
}
type Typed = Omit<NonNullable<(typeof expectations)[string]>, 'showsKey'>

const compose = (trial: Trial, args: string) => `${trial.compose.join(' ')} ${args}`

function stepOf({ page, text }: PageCommand): Step {
  const { showsKey, ...typed } = expectations[text] ?? {}
  return {
    name: `${page}: ${text}`,
    isNeeded: true,
    async act(trial) {
      const line = substitutions.reduce(
        (line, { words, by }) => line.replaceAll(words, () => by(trial)),
        text,
      )
      const output = await type(trial, line, typed)
      if (showsKey)
        await writeFile(path.join(trial.folder, 'backup.key'), `${privateKeyIn(output)}\n`, { mode: 0o600 })
      // An older Compose does not wait, and a plain `up -d` nowhere does.
      if (/ up -d /.test(`${text} `)) await untilHealthy(trial)
      return `exit ${typed.code ?? 0}${line === text ? '' : `, as ${line}`}`
    },
  }
}

const outsideOf = ({ name }: Trial) => `${name}-outside`

const beginnings: Step[] = [
  {
    name: 'the engine is without images and volumes of an installation',
    isNeeded: true,
    async act(trial) {
      for (const image of images)
        if ((await run('docker', ['image', 'inspect', image])).code === 0)
          throw new Error(`it has an image ${image}, which the pages would replace: docker rmi ${image}`)
      await requireCaddy(imageOf(readFileSync(path.join(trial.root, 'docker-compose.yml'), 'utf8'), 'caddy'))
    },
  },
  {
    name: 'a fresh clone',
    isNeeded: true,
    async act({ root, folder }) {
      await must('git', ['clone', '--quiet', root, folder])
      await must('git', ['branch', triedBranch], { cwd: folder })
      await writeFile(path.join(folder, '.env'), settingsBefore, { mode: 0o600 })
      const commit = await must('git', ['log', '-1', '--format=%h %s'], { cwd: folder })
      const changed = await must('git', ['status', '--porcelain'], { cwd: root })
      return `${commit.trim()}${changed && ', without what is not committed'}`
    },
  },
  {
    name: 'Telegram and the shop are there',
    isNeeded: true,
    async act(trial) {
      await buildSurroundings(trial)
      // Compose makes its network with the first service. Whatever else it asks for is not known yet.
      const unknown = 'DOMAIN=- POSTGRES_PASSWORD=- POSTGRES_APP_PASSWORD=-'
      await type(trial, `${unknown} ${compose(trial, 'up --no-start redis')}`)
      const settings = Object.entries(outsideSettings).flatMap(([name, value]) => ['-e', `${name}=${value}`])
      const place = ['--name', outsideOf(trial), '--network', `${trial.name}_default`]
      await must('docker', [
        ...['run', '--detach', '--init', '--network-alias', 'outside', '-e', 'NODE_ENV=test'],
        ...[...place, ...settings, outsideImage],
      ])
    },
  },
]

const sellOrder = (name: string): Step => ({
  name,
  isNeeded: true,
  act: async (trial) =>
    lastLineOf(await must('docker', ['exec', outsideOf(trial), 'node', 'tests/installation/order.ts'])),
})

const destruction: Step = {
  name: 'the machine is lost: containers and volumes, but for those of the backups',
  isNeeded: true,
  async act(trial) {
    await type(trial, compose(trial, 'rm --stop --force'))
    await must('docker', ['volume', 'rm', ...lostVolumes.map((volume) => `${trial.name}_${volume}`)])
  },
}

const olderRelease: Step = {
  name: 'an installation of the last release',
  isNeeded: true,
  async act(trial) {
    await type(trial, compose(trial, 'rm --stop --force'))
    const volumes = [...lostVolumes, 'backups'].map((volume) => `${trial.name}_${volume}`)
    await must('docker', ['volume', 'rm', ...volumes])
    // Telegram and the shop forget the installation before, whose invoices had the same numbers.
    await must('docker', ['restart', outsideOf(trial)])
    const release = await findPreviousRelease(trial.root)
    await type(trial, `git checkout --quiet ${release}`)
    await type(trial, compose(trial, 'build'))
    await type(trial, compose(trial, 'up -d'))
    await untilHealthy(trial)
    return release
  },
}

/** Returns the way through the pages, in which the trial does what they leave to the operator. */
export function walkOf(readPage: (page: string) => string): Step[] {
  const commands = pages.flatMap((page) => commandsIn(page, readPage(page))).filter(isCarriedOut)
  /** Returns the steps of a section. Other steps may come before or after a command of it. */
  const visit = (section: string, around: { before?: Around; after?: Around } = {}): Step[] =>
    commands
      .filter((command) => command.section === section)
      .flatMap((command) => [
        ...(around.before?.[command.text] ?? []),
        stepOf(command),
        ...(around.after?.[command.text] ?? []),
      ])
  const replacement = commands.filter(
    ({ section, text }) => section === 'Replacing processes' && !doneByUpgrade.includes(text),
  )
  return [
    ...beginnings,
    ...visit('On the machine'),
    sellOrder('the first order is paid, approved and published'),
    ...visit('The first order'),
    ...visit('Commands'),
    ...visit('Replacing processes'),
    ...visit('Backups'),
    ...visit('The key of backups'),
    ...visit('restore', { before: { 'docker compose run --rm restore': [destruction] } }),
    sellOrder('an order is sold after the restore'),
    olderRelease,
    sellOrder('an order of the last release'),
    ...visit('Upgrading', { after: { 'docker compose run --rm otklik upgrade': replacement.map(stepOf) } }),
    sellOrder('an order after the upgrade'),
  ]
}
type Around = Record<string, Step[]>

/** Tells a command that the walk types from one that is excused. */
export const isCarriedOut = (command: PageCommand) =>
  walked.some(({ page, section }) => page === command.page && section === command.section) &&
  !reasonNotToRun(command)

/** Ends what the walk has left, and forgets its volumes and images. The engine keeps its cache of builds. */
export async function takePagesDown(trial: Trial): Promise<void> {
  await run('docker', ['rm', '--force', outsideOf(trial)])
  await takeDown(trial, environmentOf(trial))
  // Without a clone the walk built nothing, and images of these names are somebody else's.
  if (existsSync(path.join(trial.folder, '.git')))
    await run('docker', ['image', 'rm', '--no-prune', ...images])
}
