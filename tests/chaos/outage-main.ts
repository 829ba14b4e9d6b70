import { parseArgs } from 'node:util'
import { originOf } from '#stand-ins/launcher/environment.ts'
import { startWorld } from '#tests/support/servers/world.ts'
import { type Moment, watchOutage } from './outage.ts'

/** Prints a chart of the age of the oldest waiting outbox task while Redis is unavailable. */

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const seconds = Number(values.seconds)
const width = 60
const printLine = (line: string) => void process.stdout.write(`${line}\n`)

function drawMoment({ second, is_redis_up, age }: Moment): void {
  const bar = '█'.repeat(Math.round((age / Math.max(1, seconds)) * width))
  printLine(
    `${String(second).padStart(4)} s  redis ${is_redis_up ? 'is back' : 'is away'}  ${age.toFixed(1).padStart(5)} s ${bar}`,
  )
}

const world = await startWorld({ own_servers: true, roles: ['telegram', 'workers'], port_name: 'OPS_PORT' })
try {
  printLine(
    `Age of the oldest unfinished task while Redis is away for ${seconds} s and something happens each second`,
  )
  const moments = await watchOutage(world, originOf(Number(world.env.OPS_PORT)), {
    seconds,
    onMoment: drawMoment,
  })
  const momentsAfterRestart = moments.filter(({ is_redis_up }) => is_redis_up)
  const isEmpty = momentsAfterRestart.at(-1)?.age === 0
  printLine(
    isEmpty ? `Empty again ${momentsAfterRestart.length} s after Redis came back` : 'The backlog stayed',
  )
  process.exitCode = isEmpty ? 0 : 1
} finally {
  await world.stop()
}
