import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { heapBounds, mallocBounds } from '#stand-ins/launcher/node-process.ts'
import { parseYaml } from '#tests/support/run/yaml.ts'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const lines = read('docker-compose.yml').split('\n')

/** Indented lines below a line, without comments. */
function below(start: RegExp, from = lines): string[] {
  const at = from.findIndex((line) => start.test(line))
  if (at < 0) return []
  const depth = (line: string) => line.search(/\S/)
  const own = depth(from[at] ?? '')
  const rest = from.slice(at + 1)
  const end = rest.findIndex((line) => line.trim() && depth(line) <= own)
  return rest.slice(0, end < 0 ? undefined : end).filter((line) => line.trim() && !/^\s*#/.test(line))
}

const services = below(/^services:/)
const names = services.flatMap((line) => /^ {2}([\w-]+):/.exec(line)?.[1] ?? [])

/** Lines of a service, followed by the lines of the YAML anchors that it merges. */
function saidOf(name: string): string[] {
  const said = below(new RegExp(`^ {2}${name}:`), services)
  const [, whole] = new RegExp(`^ {2}${name}: \\*(\\w+)$`, 'm').exec(services.join('\n')) ?? []
  return withParents(whole ? below(new RegExp(`: &${whole}$`)) : said)
}

function withParents(said: string[]): string[] {
  const [, parent] = /^ *<<: \*(\w+)$/.exec(said[0] ?? '') ?? []
  return parent ? [...said, ...withParents(below(new RegExp(`: &${parent}$`)))] : said
}

/** First value of a field: the service's own line precedes the merged ones. */
const saying = (name: string, field: string) =>
  saidOf(name)
    .flatMap((line) => new RegExp(`^ {2,4}${field}: (.+)$`).exec(line)?.[1] ?? [])
    .at(0)

test('every process is known to this test', () => {
  expect(names).toEqual([
    ...['caddy', 'postgres', 'redis', 'migrate', 'api-1', 'api-2', 'bot', 'workers'],
    ...['folders', 'backups', 'restore', 'otklik'],
  ])
})

describe.each(names)('%s', (name) => {
  test('gains no rights, writes nowhere but where it must, and has its bounds', () => {
    expect(saying(name, 'read_only')).toBe('true')
    expect(saying(name, 'cap_drop')).toBe('[ALL]')
    expect(saying(name, 'security_opt')).toBe("['no-new-privileges:true']")
    expect(saying(name, 'mem_limit')).toMatch(/^\d+[mg]$/)
    expect(saidOf(name).join('\n')).toMatch(
      /driver: json-file\n *options: \{ max-size: \d+m, max-file: '\d' \}/,
    )
  })

  test('runs an image of one version', () => {
    const image = saying(name, 'image')
    if (!/^otklik(-backups)?$/.test(image ?? '')) expect(image).toMatch(/^\w+:\d+(\.\d+)+-(alpine|bookworm)$/)
  })

  test('says whether it is well', () => {
    if (!['migrate', 'folders', 'otklik'].includes(name))
      expect(saidOf(name).join('\n')).toMatch(/^ +healthcheck:/m)
  })
})

test('Postgres is not process 1, which would take the end of a stranger for a crash of its own', () => {
  expect(saying('postgres', 'init')).toBe('true')
})

test('the images stand on one version of Node, and on the Postgres whose data they copy', () => {
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base)
  const [node, database, ...others] = new Set(bases)
  expect(node).toMatch(/^node:24\.\d+\.\d+-bookworm-slim$/)
  expect({ database, others }).toEqual({ database: saying('postgres', 'image'), others: [] })
})

/** Environment of each process as compose resolves it: `environment` overrides `env_file`. */
type Told = { env_file?: string; environment?: Record<string, string> }

test('the password of the owner reaches only those who work as the owner', () => {
  const file = parseYaml(lines.join('\n')) as { services: Record<string, Told> }
  const told = Object.entries(file.services).filter(
    ([, { env_file, environment = {} }]) =>
      (env_file && environment.POSTGRES_PASSWORD !== '') ||
      Object.values(environment).some((value) => value.includes('POSTGRES_PASSWORD')),
  )
  // The operator's commands read it from the folder with .env instead.
  expect(told.map(([name]) => name)).toEqual(['postgres', 'migrate', 'backups', 'restore'])
})

test('what runs here is given the memory that was measured, and code compiled for it', () => {
  const file = parseYaml(lines.join('\n')) as { services: Record<string, Told> }
  const NODE_OPTIONS = heapBounds.join(' ')
  for (const name of ['api-1', 'api-2', 'bot', 'workers'])
    expect(file.services[name]?.environment).toMatchObject({ NODE_OPTIONS, ...mallocBounds })
  expect(read('Dockerfile')).toContain(`NODE_OPTIONS="${NODE_OPTIONS}"`)
})

test('only the proxy is believed, at an address that nobody else can get', () => {
  const [, trusted = ''] = /TRUSTED_PROXIES: (\S+)/.exec(lines.join('\n')) ?? []
  expect(saidOf('caddy').join('\n')).toContain(`ipv4_address: ${trusted} `)
  const network = below(/^networks:/).join('\n')
  const inside = (field: string) => {
    const [, net = '', bits = ''] = new RegExp(`${field}: ([\\d.]+)/(\\d+)`).exec(network) ?? []
    const list = new BlockList()
    list.addSubnet(net, Number(bits))
    return list.check(trusted)
  }
  expect({ subnet: inside('subnet'), ip_range: inside('ip_range') }).toEqual({
    subnet: true,
    ip_range: false,
  })
})

test('the proxy knows both APIs, asks them how they are, and repeats only what changes nothing', () => {
  const [, door = ''] =
    /reverse_proxy (api-1:3000 api-2:3000 \{[\s\S]*?\n\t\t\})/.exec(read('Caddyfile')) ?? []
  expect(door).toContain('health_uri /health/ready')
  expect(door).toContain('lb_try_duration 5s')
  expect(/lb_retry_match \{\s+method ([A-Z ]+)\n/.exec(door)?.[1]).toBe('GET HEAD OPTIONS')
})
