import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { commandLine, freePort, spawnGuarded, stopProcess } from './processes.ts'

const isRunning = (pid: number, mark: string) => commandLine(pid).includes(mark)

test('children of a killed process end with it', async () => {
  const source = `
    import { spawnGuarded } from '${import.meta.dirname}/processes.ts'
    const child = spawnGuarded('sleep', ['987'])
    process.stdout.write(String(child.pid))
    setInterval(() => undefined, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await once(parent.stdout, 'data')
  const pid = Number(output)
  expect(isRunning(pid, '987')).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(pid, '987')).toBe(false)
})

test('a process that ignores the signal is killed', async () => {
  const child = spawnGuarded('sh', ['-c', 'trap "" TERM; echo ready; while :; do sleep 0.1; done'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (child.stdout) await once(child.stdout, 'data')
  await stopProcess(child, 'SIGTERM', 200)
  expect(child.signalCode).toBe('SIGKILL')
})

test('a free port can be listened on', async () => {
  expect(await freePort()).toBeGreaterThan(1023)
})
