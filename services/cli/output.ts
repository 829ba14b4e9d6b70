import { safeMessage } from '#services/core/config/secrets.ts'
import type { Environment } from './environment.ts'

/** What a command has to say in the end: sentences for a person, the same as data for a program. */
export type Outcome = {
  text: string[]
  data: Record<string, unknown>
  /** The command worked, and what it found is bad: the exit code is 1. */
  isBad?: boolean
}

/** A reason to stop that the operator can mend. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The process around a command. */
export type Surroundings = {
  env: Environment
  /** Writes what was asked for. */
  answer(text: string): void
  /** Writes what is said beside it. */
  aside(text: string): void
  /** Whether somebody sits there who can be asked. */
  isInteractive: boolean
}

export type Output = {
  json: boolean
  answer(text: string): void
  /** A line beside the answer, such as what is being done while it takes its time; nothing under `--json`. */
  note(line: string): void
  complain(line: string): void
}

export function openOutput(json: boolean, { answer, aside }: Surroundings): Output {
  return {
    json,
    answer,
    note: (line) => json || aside(`${line}\n`),
    complain: (line) => aside(`${line}\n`),
  }
}

/** Prints how a command ended. @returns the exit code */
export function tell({ json, answer }: Output, { text, data, isBad = false }: Outcome): number {
  const lines = json ? [JSON.stringify({ ok: !isBad, ...data }, null, 2)] : text
  answer(lines.map((line) => `${line}\n`).join(''))
  return isBad ? 1 : 0
}

/** Prints why a command did not end, without a stack. @returns the exit code */
export function tellFailure({ json, answer, complain }: Output, error: unknown): number {
  const message = messageOf(error)
  if (json) answer(`${JSON.stringify({ ok: false, error: message }, null, 2)}\n`)
  else complain(message)
  return 1
}

function messageOf(error: unknown): string {
  // Ctrl+C at a question.
  if (error instanceof Error && error.name === 'ExitPromptError') return 'Ended; nothing was changed.'
  // A server that is away gives an error without words, which holds those of its addresses.
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  return safeMessage(error)
}
