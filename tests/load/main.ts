import { parseArgs } from 'node:util'
import { race, type Score, type Target } from './rounds.ts'
import { openStage, type Server } from './stage.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '5' } },
})
const rows = Number(values.rows)
const asked = {
  list: {
    url: '/api/projects',
    body: { filters: { payment_format: 'fixed', price_from: 10_000, price_to: 150_000 } },
  },
  page: { url: '/api/projects/5/full_info' },
}
const say = (line: string) => void process.stdout.write(`${line}\n`)

say(`A market of ${rows} live orders; ${values.rounds} rounds of 3 s with 16 connections, medians`)
const stage = await openStage(rows, asked)
const { authorization, launch, postgres_pid } = stage

function target(name: string, { origin, pid }: Server, path: string, extra: object = {}): Target {
  return { name, pids: [pid], request: () => ({ url: `${origin}${path}`, ...extra }) }
}

function table(title: string, scores: Score[]): void {
  const [first] = scores
  say(`\n${title}\n${'server'.padEnd(28)} CPU µs/request   x      requests/s   failed`)
  for (const { name, cpu, per_second, failed } of scores)
    say(
      `${name.padEnd(28)} ${cpu.toFixed(0).padStart(14)}   ${(cpu / (first?.cpu || 1)).toFixed(2).padEnd(6)} ` +
        `${per_second.toFixed(0).padStart(10)}   ${failed}`,
    )
}

try {
  const json = { authorization, 'content-type': 'application/json' }
  const rounds = Number(values.rounds)
  const contestants = (name: 'list' | 'page') => {
    const { url, body } = { body: undefined, ...asked[name] }
    return [
      target('bare node:http + pg', stage.bare, `/${name}`),
      target('ours', stage.ours, url, {
        headers: json,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
      target('constant answer', stage.constant, '/'),
    ]
  }
  table('list of orders', await race(contestants('list'), [postgres_pid], rounds))
  table('full page of an order', await race(contestants('page'), [postgres_pid], rounds))
  const known = { method: 'POST', headers: { authorization: `tma ${launch(9_000_000_011)}` } }
  table(
    'login of a known person',
    await race(
      [target('constant answer', stage.constant, '/'), target('ours', stage.ours, '/auth/login', known)],
      [postgres_pid],
      rounds,
    ),
  )
} finally {
  await stage.stop()
}
