import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { freePort, isFree } from '../infra/processes.ts'
import { newSecrets, type Secrets } from './environment.ts'
import { dataFolder } from './paths.ts'

const portNames = ['telegram', 'api', 'robokassa', 'postgres', 'redis', 'pages', 'app'] as const
type Ports = Record<(typeof portNames)[number], number>

export interface Settings {
  ports: Ports
  secrets: Secrets
}

const firstPort = 4100

/** Command line options: `npm start -- --fresh --port 4200`; `npm run dev` passes `--dev`. */
export function readArguments(args: string[]): { fresh: boolean; dev: boolean; port?: number } {
  const options = { fresh: { type: 'boolean' }, dev: { type: 'boolean' }, port: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port <= 65_535 - portNames.length))
    throw new Error(`--port ${values.port} is not a port`)
  return { fresh: values.fresh ?? false, dev: values.dev ?? false, port }
}

/**
 * Ports and secrets of the last start, or new ones. A stored port that is taken is replaced. A requested port that is
 * taken is an error.
 */
export async function loadSettings(firstRequestedPort?: number): Promise<Settings> {
  const file = path.join(dataFolder, 'settings.json')
  const previousSettings: Settings | undefined = existsSync(file)
    ? JSON.parse(await readFile(file, 'utf8'))
    : undefined
  const ports = {} as Ports
  for (const [index, name] of portNames.entries()) {
    const requestedPort = firstRequestedPort === undefined ? undefined : firstRequestedPort + index
    if (requestedPort !== undefined && !(await isFree(requestedPort)))
      throw new Error(`Port ${requestedPort} (${name}) is taken.`)
    const preferredPort = requestedPort ?? previousSettings?.ports[name] ?? firstPort + index
    ports[name] = requestedPort ?? ((await isFree(preferredPort)) ? preferredPort : await freePort())
  }
  const settings = { ports, secrets: { ...newSecrets(), ...previousSettings?.secrets } }
  await mkdir(dataFolder, { recursive: true })
  await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  return settings
}
