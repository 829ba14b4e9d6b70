import { openapi } from './document.ts'

process.stdout.write(`${JSON.stringify(openapi())}\n`)
