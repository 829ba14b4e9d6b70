import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

/** One port in front of whichever server it was led to last. */
export async function openGate(first: number) {
  let target = first
  const open = new Set<Socket>()
  const server = createServer((near) => {
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
    leadTo(port: number) {
      target = port
      cut()
    },
    /** Connections that are open stay where they are. */
    leadNewTo(port: number) {
      target = port
    },
    close() {
      cut()
      server.close()
    },
  }
}
