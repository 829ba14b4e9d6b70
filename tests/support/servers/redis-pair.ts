import path from 'node:path'
import { Redis } from 'ioredis'
import { startRedis } from '#stand-ins/infra/redis.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openGate } from './gate.ts'
import { controlOf, type ServerControl } from './world-parts.ts'

/**
 * Starts a Redis as hosting providers run it: a primary, an asynchronous replica, and one address that leads to the
 * current primary. Killing the pair kills the primary. Restarting the pair promotes the replica. `handOver` is a
 * planned failover: the primary becomes the replica, and connections to it stay open.
 */
export async function startRedisPair(
  folder: string,
): Promise<{ url: string; control: ServerControl; handOver: () => Promise<void> }> {
  const [first, second] = [path.join(folder, 'primary'), path.join(folder, 'replica')]
  const [running, replica] = await Promise.all([startRedis(first), startRedis(second)])
  await sendCommand(replica.url, 'REPLICAOF', '127.0.0.1', running.port)
  await eventually(async () => String(await sendCommand(replica.url, 'ROLE')).includes('connected'))
  const primary = controlOf(() => startRedis(first, running.port), running)
  const gate = await openGate(running.port)
  const killServer = async () => {
    await primary.kill()
    gate.cut()
  }
  const failOver = async () => {
    await sendCommand(replica.url, 'REPLICAOF', 'NO', 'ONE')
    gate.switchTo(replica.port)
  }
  const handOver = async () => {
    await sendCommand(replica.url, 'REPLICAOF', 'NO', 'ONE')
    await sendCommand(running.url, 'REPLICAOF', '127.0.0.1', replica.port)
    gate.leadNewTo(replica.port)
  }
  const stopServers = async () => {
    gate.close()
    await Promise.all([primary.stop(), replica.stop()])
  }
  const url = `redis://127.0.0.1:${gate.port}`
  return { url, control: { ...primary, kill: killServer, restart: failOver, stop: stopServers }, handOver }
}

async function sendCommand(url: string, command: string, ...args: (string | number)[]): Promise<unknown> {
  const redis = new Redis(url)
  try {
    return await redis.call(command, ...args.map(String))
  } finally {
    redis.disconnect()
  }
}
