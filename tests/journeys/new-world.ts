import { beforeEach } from 'vitest'
import { secondTry } from '#tests/support/run/second-try.ts'

beforeEach(async ({ task }) => {
  if (!task.result?.retryCount) return
  if (!secondTry.openNewWorld)
    throw new Error('There is no second try: this file has one world for all tests.')
  await secondTry.openNewWorld()
})
