#!/usr/bin/env node
import { processEnvironment } from './environment.ts'
import { otklik } from './program.ts'

process.exitCode = await otklik(process.argv.slice(2), {
  env: processEnvironment(),
  answer: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  isInteractive: process.stdin.isTTY === true,
})
