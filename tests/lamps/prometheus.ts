import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort, spawnGuarded, stopProcess } from '#stand-ins/infra/processes.ts'
import { root } from '#stand-ins/launcher/paths.ts'
import { eventually } from '#tests/support/run/eventually.ts'

/** A Prometheus that reads the figures of a running product and evaluates docs/watching/alerts.yml. */
export interface Prometheus {
  /** Names of the alerts whose condition holds now, whether or not it has held for long enough to call somebody. */
  alerts(): Promise<string[]>
  stop(): Promise<void>
}

type AlertsAnswer = { data: { alerts: { labels: { alertname: string } }[] } }

/**
 * Starts the `prometheus` of this machine, which reads every second.
 * @param origins origins of the processes' operations servers
 * @returns undefined if no Prometheus is installed
 */
export async function startPrometheus(folder: string, origins: string[]): Promise<Prometheus | undefined> {
  if (spawnSync('prometheus', ['--version']).error) return undefined
  const rules = await readFile(path.join(root, 'docs/watching/alerts.yml'), 'utf8')
  await writeFile(path.join(folder, 'alerts.yml'), rules)
  const targets = origins.map((origin) => new URL(origin).host)
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [
      { job_name: 'otklik', scrape_timeout: '3s', scrape_interval: '3s', static_configs: [{ targets }] },
    ],
  }
  // Every JSON text is also a YAML text.
  await writeFile(path.join(folder, 'prometheus.yml'), JSON.stringify(config))
  const origin = `127.0.0.1:${await freePort()}`
  const args = [
    `--config.file=${path.join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${path.join(folder, 'figures')}`,
    `--web.listen-address=${origin}`,
  ]
  const child = spawnGuarded('prometheus', args, { stdio: 'ignore' })
  const isReady = () =>
    fetch(`http://${origin}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(isReady)
  return {
    alerts: async () => {
      const answer = (await (await fetch(`http://${origin}/api/v1/alerts`)).json()) as AlertsAnswer
      return [...new Set(answer.data.alerts.map(({ labels }) => labels.alertname))].toSorted()
    },
    stop: () => stopProcess(child),
  }
}
