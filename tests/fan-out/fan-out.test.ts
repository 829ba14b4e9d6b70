import { expect, test } from 'vitest'
import { measureFanOut } from './measure.ts'
import { setUpFanOut } from './setup.ts'

async function fanOut(subscribers: number, scale: number, retryAfterSeconds: number[] = []) {
  const options = { subscribers, scale, processes: 2, refusals: retryAfterSeconds }
  const setup = await setUpFanOut(options)
  try {
    return await measureFanOut(setup, options)
  } finally {
    await setup.stop()
  }
}

test('a fan-out uses what Telegram allows and is never refused, and everybody has an end', async () => {
  // A quarter of Telegram's rate is less than the slowest machine can send, so the limit decides the pace and not the
  // machine. `node tests/fan-out/main.ts` measures the whole rate and more on a quiet machine.
  const { states, share, refused, sent_before_urgent } = await fanOut(150, 0.25)
  expect(states).toEqual({ sent: 149, failed: 1 })
  expect(refused).toBe(0)
  expect(share).toBeGreaterThan(0.9)
  expect(sent_before_urgent).toBeLessThan(15)
}, 400_000)

test('while Telegram asks for silence no process says a word, and afterwards everybody is told', async () => {
  const { states, during_bans, refused, silences } = await fanOut(500, 10, [2, 3])
  expect(silences).toBe(2)
  expect(during_bans).toBe(0)
  expect(refused).toBe(0)
  expect(states).toEqual({ sent: 495, failed: 5 })
}, 400_000)
