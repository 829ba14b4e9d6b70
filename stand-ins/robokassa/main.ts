import { startRobokassa } from './server.ts'
import { type Hash, hashes } from './signatures.ts'

function requireVariable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

const hash = (process.env.ROBOKASSA_HASH ?? 'sha256') as Hash
if (!hashes.includes(hash)) throw new Error(`ROBOKASSA_HASH is none of ${hashes.join(', ')}`)

const shop = await startRobokassa({
  port: Number(process.env.ROBOKASSA_PORT ?? 0),
  merchant: requireVariable('ROBOKASSA_MERCHANT'),
  password1: requireVariable('ROBOKASSA_PASSWORD_1'),
  password2: requireVariable('ROBOKASSA_PASSWORD_2'),
  password3: process.env.ROBOKASSA_PASSWORD_3,
  hash,
  result_url: requireVariable('ROBOKASSA_RESULT_URL'),
  success_url: requireVariable('ROBOKASSA_SUCCESS_URL'),
  fail_url: requireVariable('ROBOKASSA_FAIL_URL'),
  state_file: process.env.ROBOKASSA_STATE_FILE,
})

console.log(`Robokassa stand-in: ${shop.origin}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void shop.close().then(() => process.exit(0)))
}
