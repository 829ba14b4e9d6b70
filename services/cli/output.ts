import { safeMessage } from '#services/core/config/secrets.ts'
import type { Environment } from './environment.ts'

/** Result of a command: sentences for people, and the same facts as data for `--json`. */
export type Outcome = {
  text: string[]
  data: Record<string, unknown>
  /** True if the command succeeded but found a problem. The exit code is then 1. */
  isBad?: boolean
}

/** Error that the operator can correct. It is printed without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Input and output of the process in which a command runs. */
export type ProcessIo = {
  env: Environment
  /** Writes the result of the command to stdout. */
  answer(text: string): void
  /** Writes progress lines and errors to stderr. */
  writeError(text: string): void
  /** True if the command can ask a person questions in a terminal. */
  isInteractive: boolean
}

export type Output = {
  json: boolean
  answer(text: string): void
  /** Writes a progress line. With the option `--json` it writes nothing. */
  note(line: string): void
  complain(line: string): void
}

export function openOutput(json: boolean, { answer, writeError: aside }: ProcessIo): Output {
  return {
    json,
    answer,
    note: (line) => json || aside(`${line}\n`),
    complain: (line) => aside(`${line}\n`),
  }
}

/**
 * Prints a command's result.
 * @returns the exit code
 */
export function printResult({ json, answer }: Output, { text, data, isBad = false }: Outcome): number {
  const lines = json ? [JSON.stringify({ ok: !isBad, ...data }, null, 2)] : text
  answer(lines.map((line) => `${line}\n`).join(''))
  return isBad ? 1 : 0
}

/**
 * Prints a command's error without a stack.
 * @returns the exit code
 */
export function printFailure({ json, answer, complain }: Output, error: unknown): number {
  const message = messageOf(error)
  if (json) answer(`${JSON.stringify({ ok: false, error: message }, null, 2)}\n`)
  else complain(message)
  return 1
}

function messageOf(error: unknown): string {
  // `ExitPromptError` means that the operator pressed Ctrl+C instead of answering a question.
  if (error instanceof Error && error.name === 'ExitPromptError') return 'Ended; nothing was changed.'
  // Node throws an AggregateError without a message for an unreachable server. The errors inside it tell the reasons.
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  return safeMessage(error)
}
