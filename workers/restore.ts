import { parseArgs } from 'node:util'
import { checkAddress, withPassword } from '#db/address.ts'
import { readConfig } from '#services/core/config.ts'
import { restore } from '#services/operations/backup/restore.ts'
import { tellRestored } from '#services/operations/backup/telling.ts'
import { openVault } from '#services/operations/backup/vault.ts'

/**
 * Brings database and files back out of a backup while nothing of the product runs. The passwords of the environment
 * hold afterwards, whatever those of the copied server were.
 */
const { values } = parseArgs({
  options: {
    /** Where Postgres keeps its data; absent or empty. */
    data: { type: 'string' },
    /** A backup by its name; the newest by default. */
    backup: { type: 'string' },
    /** As everything was at this moment; as late as the log goes by default. */
    until: { type: 'string' },
  },
})

const say = (line: string) => void process.stdout.write(`${line}\n`)
try {
  if (!values.data) throw new Error('--data names the folder where Postgres keeps its data.')
  const until = values.until === undefined ? undefined : new Date(values.until)
  if (until && Number.isNaN(until.getTime())) throw new Error(`"${values.until}" is no moment.`)
  const { env } = process
  const owner_url = withPassword(checkAddress('DATABASE_URL', env.DATABASE_URL), env.POSTGRES_PASSWORD)
  const config = readConfig({ ...env, LOG_LEVEL: 'warn' })
  const told = await restore({
    ...{ config, vault: await openVault(config), data: values.data, owner_url, say },
    ...(values.backup && { name: values.backup }),
    ...(until && { until }),
    owner_password: decodeURIComponent(new URL(owner_url).password),
    ...(env.POSTGRES_APP_PASSWORD && { app: { role: 'otklik_app', password: env.POSTGRES_APP_PASSWORD } }),
  })
  for (const line of tellRestored(told)) say(line)
  process.exitCode = told.state.violations > 0 ? 1 : 0
} catch (error) {
  // An operator reads this.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
