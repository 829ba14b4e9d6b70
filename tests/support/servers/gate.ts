import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

/** A TCP proxy on one port that can be switched to another server. */
export async function openGate(first: number) {
  let target = first
  const open = new Set<Socket>()
  let isHanging = false
  const server = createServer((near) => {
    if (isHanging) {
      open.add(near)
      near.on('error', () => {})
      return
    }
    const far = dial(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const one of open) one.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut,
    /** Keeps all connections open, old and new, and lets no data through. */
    hang() {
      isHanging = true
      for (const one of open) one.unpipe().pause()
    },
    leadTo(port: number) {
      target = port
      cut()
    },
    /** New connections lead to this port; open ones stay with their server. */
    leadNewTo(port: number) {
      target = port
    },
    close() {
      cut()
      server.close()
    },
  }
}
