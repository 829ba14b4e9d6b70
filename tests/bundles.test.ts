import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from '#stand-ins/launcher/paths.ts'

const dist = path.join(root, 'services/dist')

/** Runs a Node program that loads these built modules one after another. Returns its output. */
async function run(program: string, ...files: string[]): Promise<string> {
  const args = ['--input-type=module', '--eval', program, ...files.map((file) => path.join(dist, file))]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args)
  return stdout + stderr
}

it('what a process loads later can be loaded from beside its bundle', async () => {
  const processChunks = (await readdir(dist)).filter((name) => /^(api|bot|workers)-.*\.js$/.test(name))
  expect(processChunks.length).toBeGreaterThan(3)
  expect(await run('for (const file of process.argv.slice(1)) await import(file)', ...processChunks)).toBe('')
})

it('no file has a letter for which V8 would keep each of its letters in two bytes', async () => {
  const programs = (await readdir(dist)).filter((name) => name.endsWith('.js'))
  const wide = await Promise.all(
    programs.map(async (name) => /[^\0-\x7f]/.test(await readFile(path.join(dist, name), 'utf8')) && name),
  )
  expect(wide.filter(Boolean)).toEqual([])
})

it('the board of queues finds its pages from a bundle', async () => {
  const pages = (await readdir(dist)).find((name) => /^api-board-pages-.*\.js$/.test(name)) ?? ''
  const program = `
    const { openQueuePages } = await import(process.argv[1])
    const config = { REDIS_URL: 'redis://127.0.0.1:1', REDIS_PREFIX: 'nobody' }
    const board = await openQueuePages({ config, log: { debug() {} } }, '/queues')
    const { statusCode, body } = await board.inject('/queues')
    console.log(statusCode, body)
    process.exit()`
  expect(await run(program, pages)).toMatch(/^200 <!doctype html>.*\sdefer src="static\/js/is)
})
