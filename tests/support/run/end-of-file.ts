import { beforeAll } from 'vitest'
import { endAll } from './at-end.ts'

// The first hook of every test file, so its end comes after those of all others.
beforeAll(() => endAll)
