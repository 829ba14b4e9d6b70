import { existsSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { images } from '#stand-ins/infra/choose.ts'
import { heapLimits, mallocSettings } from '#stand-ins/launcher/node-process.ts'
import { parseYaml } from '#tests/support/run/yaml.ts'

const root = path.join(import.meta.dirname, '..')
const readFile = (file: string) => readFileSync(path.join(root, file), 'utf8')
const lines = readFile('docker-compose.yml').split('\n')

/** Returns the indented lines below a line of docker-compose.yml, without comments. */
function linesBelow(start: RegExp, source = lines): string[] {
  const index = source.findIndex((line) => start.test(line))
  if (index < 0) return []
  const depth = (line: string) => line.search(/\S/)
  const ownDepth = depth(source[index] ?? '')
  const following = source.slice(index + 1)
  const end = following.findIndex((line) => line.trim() && depth(line) <= ownDepth)
  return following.slice(0, end < 0 ? undefined : end).filter((line) => line.trim() && !/^\s*#/.test(line))
}

const services = linesBelow(/^services:/)
const names = services.flatMap((line) => /^ {2}([\w-]+):/.exec(line)?.[1] ?? [])

/** Returns the lines of a service in docker-compose.yml, followed by the lines of the YAML anchors that it merges. */
function linesOfService(name: string): string[] {
  const ownLines = linesBelow(new RegExp(`^ {2}${name}:`), services)
  const [, anchor] = new RegExp(`^ {2}${name}: \\*(\\w+)$`, 'm').exec(services.join('\n')) ?? []
  return withParents(anchor ? linesBelow(new RegExp(`: &${anchor}$`)) : ownLines)
}

function withParents(ownLines: string[]): string[] {
  const [, parent] = /^ *<<: \*(\w+)$/.exec(ownLines[0] ?? '') ?? []
  return parent ? [...ownLines, ...withParents(linesBelow(new RegExp(`: &${parent}$`)))] : ownLines
}

/** Returns the first value of a field. The service's own lines come before the merged ones, so its own value wins. */
const fieldOf = (name: string, field: string) =>
  linesOfService(name)
    .flatMap((line) => new RegExp(`^ {2,4}${field}: (.+)$`).exec(line)?.[1] ?? [])
    .at(0)

test('every process is known to this test', () => {
  expect(names).toEqual([
    ...['caddy', 'postgres', 'redis', 'migrate', 'api-1', 'api-2', 'bot', 'workers', 'all'],
    ...['folders', 'backups', 'restore', 'otklik'],
    ...['prometheus', 'alertmanager', 'grafana'],
  ])
})

describe.each(names)('%s', (name) => {
  test('gains no rights, writes nowhere but where it must, and has its bounds', () => {
    expect(fieldOf(name, 'read_only')).toBe('true')
    expect(fieldOf(name, 'cap_drop')).toBe('[ALL]')
    expect(fieldOf(name, 'security_opt')).toBe("['no-new-privileges:true']")
    expect(fieldOf(name, 'mem_limit')).toMatch(/^\d+[mg]$/)
    expect(linesOfService(name).join('\n')).toMatch(
      /driver: json-file\n *options: \{ max-size: \d+m, max-file: '\d' \}/,
    )
  })

  test('runs an image of one version', () => {
    const image = fieldOf(name, 'image')
    if (!/^\$\{OTKLIK_IMAGE:-otklik\}(-backups)?$/.test(image ?? ''))
      expect(image).toMatch(/^(\w+:\d+(\.\d+)+-(alpine|bookworm)|(prom|grafana)\/\w+:v?\d+\.\d+\.\d+)$/)
  })

  test('says whether it is well', () => {
    if (!['migrate', 'folders', 'otklik'].includes(name))
      expect(linesOfService(name).join('\n')).toMatch(/^ +healthcheck:/m)
  })
})

test('Postgres is not process 1, which would take the end of a stranger for a crash of its own', () => {
  expect(fieldOf('postgres', 'init')).toBe('true')
})

test('the images stand on one version of Node, and on the Postgres whose data they copy', () => {
  const stages = [...readFile('Dockerfile').matchAll(/^FROM (\S+) AS (\S+)$/gm)]
  const stageNames = stages.map(([, , stage]) => stage)
  const bases = stages.map(([, base = '']) => base).filter((base) => !stageNames.includes(base))
  const [node, database, ...otherImages] = new Set(bases)
  expect(node).toMatch(/^node:24\.\d+\.\d+-bookworm-slim$/)
  expect({ database, others: otherImages }).toEqual({ database: fieldOf('postgres', 'image'), others: [] })
})

test('an image that is built without a stage is the product, and its user owns the volume of files at each start', () => {
  const dockerfile = readFile('Dockerfile')
  const stages = dockerfile.split(/^(?=FROM )/m).slice(1)
  /** Returns the instructions of a stage behind those of the stages that it is made from. */
  const stageText = (stage: string): string => {
    const [, base = ''] = /^FROM (\S+)/.exec(stage) ?? []
    const parent = stages.find(
      (one) => one.startsWith('FROM ') && one.split('\n')[0]?.endsWith(` AS ${base}`),
    )
    return `${parent ? stageText(parent) : ''}${stage}`
  }
  const last = stageText(stages.at(-1) ?? '')
  expect(stages.at(-1)).toMatch(/ AS product$/m)
  expect(last.match(/^USER .*/gm)?.at(-1)).toBe('USER node')
  expect(last.match(/^CMD .*/gm)?.at(-1)).toBe('CMD ["node", "services/dist/api.js"]')
  const folders = linesOfService('folders').join('\n')
  expect(folders).toMatch(/chown -R 1000:1000 \/data\/files/)
  expect(folders).toContain('- files:/data/files')
  expect(linesOfService('postgres').join('\n')).toContain(
    'folders: { condition: service_completed_successfully }',
  )
})

test('the servers of the tests are those of production', () => {
  expect(images).toEqual({ postgres: fieldOf('postgres', 'image'), redis: fieldOf('redis', 'image') })
})

/** Environment of a service in docker-compose.yml. Values in `environment` override those in `env_file`. */
type ServiceSettings = { env_file?: string; environment?: Record<string, string> }

test('the password of the owner reaches only those who work as the owner', () => {
  const file = parseYaml(lines.join('\n')) as { services: Record<string, ServiceSettings> }
  const withOwnerPassword = Object.entries(file.services).filter(
    ([, { env_file, environment = {} }]) =>
      (env_file && environment.POSTGRES_PASSWORD !== '') ||
      Object.values(environment).some((value) => value.includes('POSTGRES_PASSWORD')),
  )
  // No other service gets the password of the database owner. The operator's commands read it from the .env file.
  expect(withOwnerPassword.map(([name]) => name)).toEqual(['postgres', 'migrate', 'backups', 'restore'])
})

test('what runs here is given the memory that was measured, and code compiled for it', () => {
  const file = parseYaml(lines.join('\n')) as { services: Record<string, ServiceSettings> }
  const NODE_OPTIONS = heapLimits.join(' ')
  for (const name of ['api-1', 'api-2', 'bot', 'workers', 'all'])
    expect(file.services[name]?.environment).toMatchObject({ NODE_OPTIONS, ...mallocSettings })
  expect(readFile('Dockerfile')).toContain(`NODE_OPTIONS="${NODE_OPTIONS}"`)
})

test('who wants to watch starts three services more, which see each other and the dashboard, and nobody outside does', () => {
  type Watching = { profiles?: string[]; volumes?: string[]; ports?: string[] }
  const file = parseYaml(lines.join('\n')) as { services: Record<string, Watching> }
  const watching = Object.entries(file.services).filter(([, { profiles }]) => profiles?.includes('watching'))
  expect(watching.map(([name]) => name)).toEqual(['prometheus', 'alertmanager', 'grafana'])
  for (const [name, { volumes = [], ports = [] }] of watching) {
    for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/)
    for (const [, source = ''] of volumes.map((one) => /^(\.\/[^:]+):/.exec(one) ?? []).filter(Boolean))
      if (source) expect(existsSync(path.join(root, source)), source).toBe(true)
  }
  const { alerting, rule_files } = parseYaml(readFile('docs/watching/prometheus.yml')) as {
    alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] }
    rule_files: string[]
  }
  expect(alerting.alertmanagers[0]?.static_configs[0]?.targets).toEqual(['alertmanager:9093'])
  expect(rule_files).toEqual(['alerts.yml'])
  const sources = parseYaml(readFile('docs/watching/grafana/datasources/prometheus.yml'))
  expect(sources).toMatchObject({ datasources: [{ url: 'http://prometheus:9090', isDefault: true }] })
  const providers = parseYaml(readFile('docs/watching/grafana/dashboards/otklik.yml'))
  expect(providers).toMatchObject({ providers: [{ type: 'file', options: { path: '/etc/dashboards' } }] })
  expect(file.services.grafana?.volumes).toContain(
    './docs/watching/dashboard.json:/etc/dashboards/otklik.json:ro',
  )
})

test('only the proxy is believed, at an address that nobody else can get, in a network that .env may move', () => {
  const inUsualNetwork = (all: string[]) => all.join('\n').replaceAll(/\$\{OTKLIK_NETWORK:-([\d.]+)\}/g, '$1')
  const [, proxyAddress = ''] = /TRUSTED_PROXIES: (\S+)/.exec(inUsualNetwork(lines)) ?? []
  expect(inUsualNetwork(linesOfService('caddy'))).toContain(`ipv4_address: '${proxyAddress}' `)
  const network = inUsualNetwork(linesBelow(/^networks:/))
  // Once as the default of each place and nowhere else: a place that is forgotten stays in the old network.
  expect(lines.join('\n').match(/(?<!OTKLIK_NETWORK:-)10\.89\.214/g)).toBeNull()
  const fieldPattern = (field: string) => {
    const [, net = '', bits = ''] = new RegExp(`${field}: ([\\d.]+)/(\\d+)`).exec(network) ?? []
    const list = new BlockList()
    list.addSubnet(net, Number(bits))
    return list.check(proxyAddress)
  }
  expect({ subnet: fieldPattern('subnet'), ip_range: fieldPattern('ip_range') }).toEqual({
    subnet: true,
    ip_range: false,
  })
})

test('the proxy knows both APIs, asks them how they are, and repeats only what changes nothing', () => {
  const [, proxyBlock = ''] =
    /reverse_proxy (api-1:3000 api-2:3000 \{[\s\S]*?\n\t\t\})/.exec(readFile('Caddyfile')) ?? []
  expect(proxyBlock).toContain('health_uri /health/ready')
  expect(proxyBlock).toContain('lb_try_duration 5s')
  expect(/lb_retry_match \{\s+method ([A-Z ]+)\n/.exec(proxyBlock)?.[1]).toBe('GET HEAD OPTIONS')
})

test('one process takes the place of the parts by two settings, under the names by which the proxy knows them', () => {
  type Service = { scale?: string; profiles?: string[]; networks?: { default: { aliases?: string[] } } }
  const { services: parsed } = parseYaml(lines.join('\n')) as { services: Record<string, Service> }
  for (const name of ['api-1', 'api-2', 'bot', 'workers'])
    expect(parsed[name]?.scale).toMatch(/^\$\{OTKLIK_PARTS:-1\}$/)
  expect(parsed.all?.profiles).toEqual(['small'])
  const upstreams = Array.from(
    readFile('Caddyfile').matchAll(/(?:reverse_proxy|dynamic a) ([^{\n]+)/g),
    ([, names = '']) => names.split(' ').map((name) => name.replace(/:.*/, '')),
  )
  const known = new Set(upstreams.flat().filter((name) => /^[a-z]/.test(name)))
  expect([...known].sort()).toEqual([...(parsed.all?.networks?.default.aliases ?? [])].sort())
  const page = readFile('docs/small-installation.md')
  for (const setting of ['COMPOSE_PROFILES=small', 'OTKLIK_PARTS=0']) expect(page).toContain(setting)
})
