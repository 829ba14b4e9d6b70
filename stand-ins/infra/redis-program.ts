import { chooseRedis, images } from './choose.ts'
import { installPackages, machine } from './probes.ts'

/** Command that runs Redis on `port` of 127.0.0.1: the system's program, else a container. */
export async function redisCommand(folder: string, port: number, settings: string[]) {
  const choice = await chooseRedis({}, machine, 'start')
  if (choice.kind === 'none') throw new Error(choice.advice)
  if (choice.kind === 'docker') {
    const containerOptions = ['-p', `127.0.0.1:${port}:6379`, '-v', `${folder}:/data`]
    return {
      command: 'docker',
      args: ['run', '--rm', '--init', ...containerOptions, images.redis, 'redis-server', ...settings],
    }
  }
  if (choice.kind === 'install') await installPackages('redis-server')
  const serverOptions = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder]
  return { command: 'redis-server', args: [...serverOptions, ...settings] }
}
