import { connect, createServer } from 'node:net'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'
import { startTelegram } from '#stand-ins/telegram/server.ts'
import { outsidePorts, people } from './settings.ts'

/**
 * Runs in a container beside the installation. The stand-ins listen on the loopback address only, so each gets a door
 * that the other containers reach.
 */
const env = (name: string) => process.env[name] ?? ''
const telegram = await startTelegram({
  bot_token: env('BOT_TOKEN'),
  bot_username: env('BOT_USERNAME'),
  moderators_chat_id: people.moderators_chat,
  ops_chat_id: people.ops_chat,
})
const robokassa = await startRobokassa({
  merchant: env('ROBOKASSA_MERCHANT'),
  password1: env('ROBOKASSA_PASSWORD_1'),
  password2: env('ROBOKASSA_PASSWORD_2'),
  password3: env('ROBOKASSA_PASSWORD_3'),
  hash: 'sha256',
  result_url: 'http://api-1:3000/pay/robokassa/result',
  success_url: 'http://api-1:3000/pay/robokassa/success',
  fail_url: 'http://api-1:3000/pay/robokassa/fail',
})

function openDoor(port: number, origin: string): void {
  const inner = Number(new URL(origin).port)
  const door = createServer((outerSocket) => {
    const innerSocket = connect(inner, '127.0.0.1')
    outerSocket.pipe(innerSocket).pipe(outerSocket)
    for (const socket of [outerSocket, innerSocket]) socket.on('error', () => socket.destroy())
  })
  door.listen(port, '0.0.0.0')
}
openDoor(outsidePorts.telegram, telegram.origin)
openDoor(outsidePorts.robokassa, robokassa.origin)
console.log('ready')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
