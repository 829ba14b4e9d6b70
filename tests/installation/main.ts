import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '#tests/house/imports.ts'
import { takePagesDown, walkOf } from './pages/walk.ts'
import { steps, takeDown } from './steps.ts'
import { tryInstallation } from './trial.ts'

/**
 * `npm run installation-test`: everything that only an operator uses, against the Docker engine that DOCKER_HOST names.
 * It builds every stage, lets Compose, Caddy, promtool and amtool read their files, starts an installation of its own
 * beside stand-ins of Telegram and the shop, sells an order and asks doctor. It opens no port and takes everything down.
 * With `--pages` it does instead what the pages for operators say, command by command, in a fresh clone.
 */
const { values } = parseArgs({
  options: {
    /** Fails when a step was skipped, as in CI, where everything is there. */
    strict: { type: 'boolean', default: false },
    /** Leaves the installation running, to look at it. */
    keep: { type: 'boolean', default: false },
    /** First three numbers of another network, where that of docker-compose.yml is taken. */
    network: { type: 'string' },
    /** Options of `docker build`, such as `--build="--network host"`. */
    build: { type: 'string', default: '' },
    /** Follows docs/first-order.md, docs/operating.md and docs/upgrading.md by their word. */
    pages: { type: 'boolean', default: false },
  },
})
const startedAt = Date.now()
const folder = await mkdtemp(path.join(tmpdir(), 'otklik-installation-'))
const { passed, skipped, failed } = await tryInstallation(
  {
    root,
    folder,
    name: `otklik-installation-${process.pid}`,
    buildOptions: values.build.split(' ').filter(Boolean),
    network: values.network,
    keep: values.keep,
  },
  (line) => void process.stdout.write(`${line}\n`),
  values.pages ? walkOf((page) => readFileSync(path.join(root, page), 'utf8')) : steps,
  values.pages ? takePagesDown : takeDown,
)
if (values.keep) process.stdout.write(`It is left in ${folder}\n`)
else await rm(folder, { recursive: true, force: true })
process.stdout.write(`${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes\n`)
process.stdout.write(`${passed} passed, ${skipped} skipped, ${failed} failed\n`)
process.exitCode = failed > 0 || (values.strict && skipped > 0) ? 1 : 0
