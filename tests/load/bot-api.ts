import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A Bot API that accepts every message at once and reports when the message arrived. */
export async function openBotApi(onMessage: (chat_id: number, at: number) => void) {
  let sentCount = 0
  const server = createServer((request, response) => {
    const at = Number(process.hrtime.bigint())
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { chat_id } = JSON.parse(body || '{}') as { chat_id?: number }
      if (chat_id !== undefined) onMessage(chat_id, at)
      response.setHeader('content-type', 'application/json')
      const result = { message_id: ++sentCount, date: 0, chat: { id: chat_id, type: 'private' } }
      response.end(JSON.stringify({ ok: true, result }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const closeServer = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { port: (server.address() as AddressInfo).port, close: closeServer }
}
