import { createServer } from 'node:http'

/** Constant answer of a given size. It measures the least possible cost of an answer on this machine. */
const body = Buffer.from(JSON.stringify({ filler: 'x'.repeat(Number(process.env.ANSWER_BYTES ?? 12_000)) }))
const server = createServer((request, response) => {
  request.resume()
  response.setHeader('content-type', 'application/json')
  response.end(body)
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
