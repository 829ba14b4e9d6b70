import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Metric, register } from 'prom-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { alarmRules } from '#services/operations/alarms/list.ts'
import { readMetrics } from '#services/operations/metrics.ts'
import { openApi } from '#tests/support/api/api.ts'
import { registerFiguresFor } from '#tests/support/api/product-figures.ts'
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

beforeAll(async () => {
  const api = await openApi()
  registerFiguresFor(api.ctx, async () => ({ moderation: 3 }))
  await readMetrics(api.ctx)
})

/** The head of the file, which is written from the list of alarms. */
const [head = ''] = readConfig('alerts.yml').split(/^groups:/m)
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

test('the rules are those of the list from which the operators’ chat is called (written by `-u`)', async () => {
  const texts = alarmRules.map(({ alert, expr, minutes, severity, summary, section }) =>
    [
      `      - alert: ${alert}`,
      `        expr: ${quote(expr)}`,
      `        for: ${minutes}m`,
      `        labels: { severity: ${severity} }`,
      '        annotations:',
      `          summary: ${quote(summary)}`,
      `          runbook: docs/operating.md#${section}`,
    ].join('\n'),
  )
  const text = `${head}groups:\n  - name: otklik\n    rules:\n${texts.join('\n')}\n`
  await expect(text).toMatchFileSnapshot(path.join(folder, 'alerts.yml'))
})

test('the chat tells of everything that the product can see itself', () => {
  // The others are seen from outside alone: no process tells of its own death, and none of what only Prometheus counts.
  const onlyOutside = [
    'ProcessAway',
    'WorkersSilent',
    'FiguresMissing',
    'RoundsStand',
    'LaunchesLost',
    'CallsFail',
  ]
  const counted = ['CallsSlow', 'PoolSpent', 'TelegramRefuses', 'TelegramAway']
  const pastPostgres = ['PostgresAway', 'PostgresFull']
  const withoutFigure = alarmRules
    .filter(({ figure }) => !figure)
    .map(({ alert }) => alert.slice('Otklik'.length))
  expect(withoutFigure.sort()).toEqual([...onlyOutside, ...counted, ...pastPostgres].sort())
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
  const { route, receivers, inhibit_rules } = parseYaml(readConfig('alertmanager.yml')) as {
    route: Route
    inhibit_rules: { source_matchers: string[]; target_matchers: string[] }[]
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

  test('calls once for one fault: what follows from it is held back', () => {
    const inhibitions = inhibit_rules.map(({ source_matchers, target_matchers }) => ({
      sources: matchers({ receiver: '', matchers: source_matchers }),
      targets: matchers({ receiver: '', matchers: target_matchers }),
    }))
    const names = rules.map(({ alert }) => alert)
    const named = (part: { label: string; isMet: (labels: Record<string, string>) => boolean }[]) =>
      names.filter((alertname) =>
        part.filter(({ label }) => label === 'alertname').every(({ isMet }) => isMet({ alertname })),
      )
    for (const { sources, targets } of inhibitions) {
      expect(named(sources)).toHaveLength(1)
      expect(named(targets).length).toBeGreaterThan(0)
      expect(named(targets)).not.toContain(named(sources)[0])
    }
    for (const { target_matchers } of inhibit_rules)
      for (const alert of target_matchers
        .join()
        .match(/Otklik\(([^)]*)\)/)?.[1]
        ?.split('|') ?? [])
        expect(names).toContain(`Otklik${alert}`)
    const heldBackBy = (source: string) =>
      inhibitions.flatMap(({ sources, targets }) => (named(sources)[0] === source ? named(targets) : []))
    const followers = [
      'FiguresMissing',
      'RoundsStand',
      'OutboxOld',
      'CallsFail',
      'CallsSlow',
      'PoolSpent',
      'BackupsLate',
    ]
    expect(heldBackBy('OtklikPostgresAway')).toEqual(
      expect.arrayContaining(followers.map((name) => `Otklik${name}`)),
    )
    // No other fault explains a figure that must be zero, so its alert is never held back.
    const heldBack = inhibitions.flatMap(({ targets }) => named(targets))
    for (const name of ['PaymentsContradict', 'LedgerOff', 'DeadTasks', 'FilesRefused'])
      expect(heldBack).not.toContain(`Otklik${name}`)
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
