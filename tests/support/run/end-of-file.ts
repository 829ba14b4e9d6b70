import { beforeAll } from 'vitest'
import { endAll } from './at-end.ts'

// The first hook of every test file, so its end runs after all others.
beforeAll(() => endAll)
