import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

/** Starts a TCP proxy on one port that can be switched to another server. */
export async function openGate(first: number) {
  let target = first
  const openSockets = new Set<Socket>()
  let isHanging = false
  const server = createServer((clientSocket) => {
    if (isHanging) {
      openSockets.add(clientSocket)
      clientSocket.on('error', () => {})
      return
    }
    const serverSocket = dial(target, '127.0.0.1')
    for (const [one, other] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      openSockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        openSockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const closeSockets = () => {
    for (const socket of openSockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut: closeSockets,
    /** Keeps all old and new connections open but forwards no data. */
    hang() {
      isHanging = true
      for (const socket of openSockets) socket.unpipe().pause()
    },
    switchTo(port: number) {
      target = port
      closeSockets()
    },
    /** Forwards new connections to this port. Open connections stay with the server that they have. */
    leadNewTo(port: number) {
      target = port
    },
    close() {
      closeSockets()
      server.close()
    },
  }
}
