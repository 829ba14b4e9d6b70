import { beforeAll } from 'vitest'
import { endAll } from './at-end.ts'

// This is the first hook of every test file, so the function that it returns runs after all other cleanups.
beforeAll(() => endAll)
