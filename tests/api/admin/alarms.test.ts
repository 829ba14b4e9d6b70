import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Metric, register } from 'prom-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { countQueriesAs } from '#services/core/observability/metrics.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { readMetrics } from '#services/operations/metrics.ts'
import { registerProductFigures } from '#services/operations/product-figures.ts'
import { operationState } from '#services/payments/robokassa/state.ts'
import { listenTo } from '#tests/api/chat/chat-listener.ts'
import { openRoomWith } from '#tests/api/chat/chat-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { freelancer, login } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { parseYaml } from '#tests/support/run/yaml.ts'

/** Checks the alert rules and the dashboard against the metrics that the processes export. */

const folder = path.resolve(import.meta.dirname, '../../../docs/watching')
const readConfig = (file: string) => readFileSync(path.join(folder, file), 'utf8')

type Rule = {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
const { groups } = parseYaml(readConfig('alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
type GridPosition = { x: number; y: number; w: number; h: number }
type Panel = {
  id: number
  type: string
  title: string
  gridPos: GridPosition
  datasource?: { uid: string }
  targets?: { expr: string; refId: string }[]
}
type Dashboard = { panels: Panel[]; templating: { list: { name: string }[] } }
const { panels, templating } = JSON.parse(readConfig('dashboard.json')) as Dashboard
const panelExpressions = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ name: title, expr })),
)
const expressions = [...rules.map(({ alert: name, expr }) => ({ name, expr })), ...panelExpressions]

let api: Api
let refreshMetrics: () => Promise<void>
let depthOfQueues = async () => ({ moderation: 3 })
const readFigures = async () => (await readMetrics(api.ctx)).text
/** Value of a metric as Prometheus reads it; 0 if nothing was counted yet. */
const figure = async (name: string) => {
  await refreshMetrics()
  const line = (await readFigures()).split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? 0)
}
/**
 * Increase of a metric during an action. A difference is needed, because other tests in this process have raised the
 * metric.
 */
async function increaseOf(name: string, action: () => Promise<unknown>): Promise<number> {
  const figureBefore = await figure(name)
  await action()
  return (await figure(name)) - figureBefore
}
beforeAll(async () => {
  api = await openApi()
  refreshMetrics = registerProductFigures(api.ctx, () => depthOfQueues())
  await readFigures()
})

describe.each(expressions)('$name', ({ expr }) => {
  test('asks for figures that are told, by labels that they have', () => {
    const metricsNamed = [...expr.matchAll(/\b(otklik_\w+)(?:\{([^}]*)\})?/g)]
    if (!/^(sum\()?up\{job="otklik"\}/.test(expr)) expect(metricsNamed).not.toEqual([])
    for (const [, name = '', selected = ''] of metricsNamed) {
      const metric = register.getSingleMetric(name) ?? histogramOf(name)
      expect(metric, name).toBeDefined()
      const { labelNames = [] } = metric as Metric & { labelNames?: string[] }
      const labels = [...selected.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label)
      expect(labels.filter((label) => !labelNames.includes(label ?? ''))).toEqual([])
    }
  })
})

/** Returns the histogram whose `_bucket`, `_count` or `_sum` series has the given name. */
function histogramOf(name: string) {
  const metric = register.getSingleMetric(name.replace(/_(bucket|count|sum)$/, ''))
  return metric && 'observe' in metric ? metric : undefined
}

describe.each(rules)('$alert', ({ for: wait, labels, annotations }) => {
  test('waits, says how urgent it is, and names a section that is there', () => {
    expect(wait).toMatch(/^\d+m$/)
    expect(labels.severity).toMatch(/^(critical|warning)$/)
    expect(annotations.summary).not.toBe('')
    const [, section] = /^docs\/operating\.md#(\w+)$/.exec(annotations.runbook) ?? []
    const page = readFileSync(path.join(folder, '../operating.md'), 'utf8').split('\n')
    expect(page).toContain(`### ${section}`)
  })
})

test('Prometheus reads every process of compose, and the rules', () => {
  const { rule_files, scrape_configs } = parseYaml(readConfig('prometheus.yml')) as {
    rule_files: string[]
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
  }
  expect(rule_files).toEqual(['alerts.yml'])
  const targets = scrape_configs.flatMap((job) => job.static_configs.flatMap((config) => config.targets))
  const composeFile = parseYaml(readFileSync(path.join(folder, '../../docker-compose.yml'), 'utf8'))
  const { services } = composeFile as { services: Record<string, { command?: string; profiles?: string[] }> }
  const runningServices = Object.entries(services).filter(
    ([, { command = '', profiles }]) => /^node .*\.[jt]s$/.test(command) && !profiles,
  )
  expect(targets.sort()).toEqual(runningServices.map(([name]) => `${name}:9090`).sort())
})

test('Grafana can draw the dashboard: panels have their own ids and places, and ask where it knows', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const isOverlapping = (first: GridPosition, second: GridPosition) =>
    first.x < second.x + second.w &&
    second.x < first.x + first.w &&
    first.y < second.y + second.h &&
    second.y < first.y + first.h
  const overlappingPanels = panels.flatMap((one, index) =>
    panels.slice(index + 1).filter((laterPanel) => isOverlapping(one.gridPos, laterPanel.gridPos)),
  )
  expect(overlappingPanels.map(({ title }) => title)).toEqual([])
  expect(panels.filter(({ gridPos }) => gridPos.x + gridPos.w > 24)).toEqual([])
  const sources = templating.list.map(({ name }) => `\${${name}}`)
  for (const { type, datasource, targets = [] } of panels) {
    if (type === 'row') continue
    expect(sources).toContain(datasource?.uid)
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
  }
})

describe('Alertmanager', () => {
  type Route = { receiver: string; matchers?: string[]; routes?: Route[]; group_by?: string[] }
  type Receiver = { name: string } & Record<`${'telegram' | 'email'}_configs`, Channel[] | undefined>
  type Channel = { send_resolved?: boolean; message?: string; text?: string }
  const { route, receivers } = parseYaml(readConfig('alertmanager.yml')) as {
    route: Route
    receivers: Receiver[]
  }
  const routes = (parent: Route): Route[] => [parent, ...(parent.routes ?? []).flatMap(routes)]
  const channelsOf = (name: string) => {
    const receiverOfName = receivers.find((receiver) => receiver.name === name)
    return Object.entries(receiverOfName ?? {}).flatMap(([kind, configs]) =>
      Array.isArray(configs) && configs.length > 0 ? [kind.replace('_configs', '')] : [],
    )
  }
  const matchers = (parent: Route) =>
    (parent.matchers ?? []).map((text) => {
      const [, label = '', sign, value = ''] = /^(\w+)(=~?)"(.*)"$/.exec(text) ?? []
      const matchesLabels = (labels: Record<string, string>) =>
        sign === '=~' ? new RegExp(`^(?:${value})$`).test(labels[label] ?? '') : labels[label] === value
      return { label, isMet: matchesLabels }
    })
  const labelsOf = ({ alert, labels }: Rule) => ({ alertname: alert, ...labels })
  /** Alertmanager sends an alert to the first route that matches. */
  const receivingRoute = (parent: Route, labels: Record<string, string>): Route => {
    const child = parent.routes?.find((one) => matchers(one).every(({ isMet }) => isMet(labels)))
    return child ? receivingRoute(child, labels) : parent
  }

  test.each(rules)(
    '$alert reaches people, who hear of it by more than Telegram when it is urgent',
    (rule) => {
      const channels = channelsOf(receivingRoute(route, labelsOf(rule)).receiver)
      if (rule.alert.startsWith('OtklikTelegram')) expect(channels).toEqual(['email'])
      else if (rule.labels.severity === 'critical') expect(channels).toEqual(['telegram', 'email'])
      else expect(channels).toEqual(['telegram'])
    },
  )

  test('asks for labels that rules have, and no route is without an alert', () => {
    const knownLabels = new Set(rules.flatMap((rule) => Object.keys(labelsOf(rule))))
    const labelsUsed = routes(route).flatMap((one) => [
      ...matchers(one).map(({ label }) => label),
      ...(one.group_by ?? []),
    ])
    expect(labelsUsed.filter((label) => !knownLabels.has(label))).toEqual([])
    const receivingRoutes = new Set(rules.map((rule) => receivingRoute(route, labelsOf(rule))))
    expect(routes(route).filter((one) => one !== route && !receivingRoutes.has(one))).toEqual([])
  })

  test('says what, since when, what to do, and that it is over', () => {
    const channels = receivers.flatMap(({ telegram_configs = [], email_configs = [] }) => [
      ...telegram_configs,
      ...email_configs,
    ])
    for (const { send_resolved, message, text } of channels) {
      expect(send_resolved).toBe(true)
      const content = `${message ?? text}`
      for (const field of ['.Annotations.summary', '.StartsAt', '.Annotations.runbook', 'Over: '])
        expect(content).toContain(field)
    }
  })
})

const isPromtoolInstalled = spawnSync('promtool', ['--version']).status === 0
test.runIf(isPromtoolInstalled)('promtool finds nothing wrong', () => {
  execFileSync('promtool', ['check', 'config', path.join(folder, 'prometheus.yml')])
})

describe('what cannot be read', () => {
  /** Parts of the figures by whether they are missing. */
  const readMissing = async () =>
    Object.fromEntries(
      [...(await readFigures()).matchAll(/^otklik_metrics_missing\{part="(\w+)"\} (\d)$/gm)].map(
        ([, part, value]) => [part, value === '1'],
      ),
    )
  const missingParts = async () =>
    Object.entries(await readMissing()).flatMap(([part, isMissing]) => (isMissing ? [part] : []))

  test('is missing after two seconds, and holds up nothing else', async () => {
    await refreshMetrics()
    expect(await missingParts()).toEqual([])
    const hanging = Promise.withResolvers<void>()
    const lock = api.owner.transaction().execute(async (tx) => {
      await sql`lock table event_tasks in access exclusive mode`.execute(tx)
      await hanging.promise
    })
    depthOfQueues = () => new Promise(() => {})
    await wait(100)
    const startedAt = performance.now()
    await refreshMetrics()
    expect(performance.now() - startedAt).toBeLessThan(3000)
    expect((await missingParts()).sort()).toEqual(['outbox', 'queues', 'tasks'])
    const text = await readFigures()
    for (const name of ['outbox_age_seconds', 'outbox_dead_tasks', 'queue_jobs'])
      expect(text, name).not.toMatch(new RegExp(`^otklik_${name}[ {]`, 'm'))
    for (const name of ['payment_invariant_violations', 'ledger_imbalance', 'redis_memory_bytes'])
      expect(text, name).toMatch(new RegExp(`^otklik_${name} \\d`, 'm'))
    hanging.resolve()
    await lock
    await eventually(async () => {
      await refreshMetrics()
      return (await missingParts()).join() === 'queues'
    })
  }, 30_000)
})

describe('counted', () => {
  test('the release, the memory of Redis, and the pool', async () => {
    const { version } = JSON.parse(readFileSync(path.resolve(folder, '../../package.json'), 'utf8'))
    expect(await figure(`otklik_build_info{version="${version}",node="${process.version}"}`)).toBe(1)
    expect(await figure('otklik_redis_memory_bytes')).toBeGreaterThan(100_000)
    expect(await figure('otklik_queue_jobs{queue="moderation"}')).toBe(3)
    const transactions = Array.from({ length: 5 }, () =>
      api.ctx.db.transaction().execute((tx) => tx.selectFrom('users').select('id').limit(1).execute()),
    )
    await readFigures()
    await Promise.all(transactions)
    expect(await figure('otklik_pool_connections{state="waiting"}')).toBe(0)
    expect(await figure('otklik_pool_connections{state="idle"}')).toBeGreaterThan(0)
  })

  test('statements, for the call that asked them', async () => {
    const anna = await login(api)
    const name = 'otklik_queries_total{call="GET /api/saved_searches"}'
    // The first call is left out, because it also reads the session with an additional statement.
    await anna.call('GET /api/saved_searches')
    const figureBefore = await figure(name)
    await anna.call('GET /api/saved_searches')
    expect(await figure(name)).toBeGreaterThan(figureBefore)
    const selectUser = () => api.ctx.db.selectFrom('users').select('id').limit(1).execute()
    await Promise.all([
      countQueriesAs('one', selectUser),
      countQueriesAs('two', selectUser),
      countQueriesAs('two', selectUser),
    ])
    expect(await figure('otklik_queries_total{call="one"}')).toBe(1)
    expect(await figure('otklik_queries_total{call="two"}')).toBe(2)
    expect(await figure('otklik_query_seconds_total{call="two"}')).toBeGreaterThan(0)
  })

  test('streams while they are open', async () => {
    const [writer, partner] = [await freelancer(api), await freelancer(api)]
    const { id } = await openRoomWith(writer, partner)
    const streamsBefore = await figure('otklik_chat_streams')
    const { closeStream } = await listenTo(api.server, writer, id)
    expect(await figure('otklik_chat_streams')).toBe(streamsBefore + 1)
    closeStream()
    await eventually(async () => (await figure('otklik_chat_streams')) === streamsBefore)
  })

  test('who is refused by a limit, by its group', async () => {
    const strictServer = await api.startAnother({ RATE_LIMIT_SCALE: '0.0001' })
    const callWithoutAccount = () => strictServer.inject({ url: '/api/saved_searches' })
    const callTwice = async () =>
      expect([(await callWithoutAccount()).statusCode, (await callWithoutAccount()).statusCode]).toEqual([
        401, 429,
      ])
    expect(await increaseOf('otklik_refused_total{group="strangers"}', callTwice)).toBe(1)
  })

  test('what Telegram and the provider answer, and that nobody answers', async () => {
    const metricOf = (service: string, method: string, outcome: string) =>
      `otklik_outside_seconds_count{service="${service}",method="${method}",outcome="${outcome}"}`
    const unreachableBot = { BOT_TOKEN: api.ctx.config.BOT_TOKEN, BOT_API_ROOT: 'http://127.0.0.1:1' }
    const callUnreachable = () => expect(telegramApi(unreachableBot, 1).getMe()).rejects.toThrow()
    expect(await increaseOf(metricOf('telegram', 'getMe', 'no_answer'), callUnreachable)).toBe(1)
    // A server answers with 429 over HTTP, so that the client of the Bot API gets a real flood limit.
    const limitingServer = createServer((_request, response) => {
      response.writeHead(429, { 'content-type': 'application/json' })
      response.end(
        '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":1}}',
      )
    }).listen(0, '127.0.0.1')
    await once(limitingServer, 'listening')
    const BOT_API_ROOT = `http://127.0.0.1:${(limitingServer.address() as AddressInfo).port}`
    const callLimited = () =>
      expect(telegramApi({ ...unreachableBot, BOT_API_ROOT }, 1).getMe()).rejects.toThrow('429')
    expect(await increaseOf(metricOf('telegram', 'getMe', '429'), callLimited)).toBe(1)
    limitingServer.close()
    const callProvider = (fetch: () => Promise<Response>) => () =>
      expect(operationState(api.ctx.robokassa, 7, { fetch })).rejects.toThrow()
    const unreadable = callProvider(async () => new Response('soon'))
    expect(await increaseOf(metricOf('robokassa', 'OpStateExt', 'ok'), unreadable)).toBe(1)
    const unreachableCall = callProvider(() => Promise.reject(new Error('away')))
    expect(await increaseOf(metricOf('robokassa', 'OpStateExt', 'no_answer'), unreachableCall)).toBe(1)
  })
})
