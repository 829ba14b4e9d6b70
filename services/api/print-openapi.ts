import { openapi } from './openapi/document.ts'

process.stdout.write(`${JSON.stringify(openapi(), null, 2)}\n`)
