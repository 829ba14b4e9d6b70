import { openapi } from './openapi/document.ts'

process.stdout.write(`${JSON.stringify(openapi())}\n`)
