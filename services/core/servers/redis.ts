import dns from 'node:dns'
import { type LookupFunction, connect as openSocket } from 'node:net'
import { connect as openTls } from 'node:tls'
import { AbstractConnector, type RedisOptions } from 'ioredis'

/** Callbacks of connections that wait for the same name, by the name and the options of the question. */
const waiting = new Map<string, Parameters<LookupFunction>[2][]>()

/**
 * Resolves a host name. Connections that ask for the same name at the same time share one question. A question blocks
 * one of the four threads of Node for seconds while the name server does not answer, and a process has thirty
 * connections to Redis. Without sharing, these would keep all threads, and no other server could be reached either.
 */
const sharedLookup: LookupFunction = (host, options, callback) => {
  const key = `${host} ${JSON.stringify(options)}`
  const callbacks = waiting.get(key)
  if (callbacks) {
    callbacks.push(callback)
    return
  }
  waiting.set(key, [callback])
  dns.lookup(host, options, (...answer) => {
    const answered = waiting.get(key) ?? []
    waiting.delete(key)
    for (const one of answered) one(...answer)
  })
}

/** Opens the sockets of Redis connections as ioredis does, but with `sharedLookup`. */
class SharedLookupConnector extends AbstractConnector {
  readonly options: RedisOptions

  constructor(options: unknown) {
    const redisOptions = options as RedisOptions
    super(redisOptions.disconnectTimeout ?? 2000)
    this.options = redisOptions
  }

  async connect() {
    this.connecting = true
    const { path, host, port, family, tls } = this.options
    const target = path ? { path } : { host, port: port ?? 6379, family, lookup: sharedLookup }
    const socket = tls ? openTls({ ...target, ...tls }) : openSocket(target)
    this.stream = socket
    socket.once('error', (error) => {
      this.firstError = error
    })
    return socket
  }
}

/** Options of every Redis connection. With them a connection reconnects after a break or a failover. */
export const reconnectOptions: RedisOptions = {
  Connector: SharedLookupConnector,
  retryStrategy: (times) => Math.min(times * 100, 1000),
  // After a planned failover the old Redis server becomes a replica and keeps its connections open. So a write error of
  // a replica closes the connection, and the new connection leads to the new primary server.
  reconnectOnError: (error) => error.message.includes('READONLY'),
}
