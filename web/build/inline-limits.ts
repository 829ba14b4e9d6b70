import type { Plugin } from 'vite'
import { limits } from '../../contract/limits.ts'

type Table = { [name: string]: unknown }

/** The deepest value that a path such as `.files.bytes.toFixed` names, and what of the path is left. */
function read(path: string): [value: unknown, rest: string] {
  let value: unknown = limits
  const names = path.split('.').slice(1)
  while (
    names[0] !== undefined &&
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, names[0])
  )
    value = (value as Table)[names.shift() ?? '']
  return [value, names.map((name) => `.${name}`).join('')]
}

/** Writes the numbers of contract/limits.ts where they are used: a table comes whole, and the browser needs a fifth of it. */
export function inlineLimits(): Plugin {
  return {
    name: 'inline-limits',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(web|contract)\/.*\.tsx?$/, code: /\blimits\./ },
      handler: (code) => ({
        code: code.replace(/(?<![\w'"/]|[^.]\.)limits((?:\.\w+)+)/g, (_all, path: string) => {
          const [value, rest] = read(path)
          return `(${JSON.stringify(value)})${rest}`
        }),
        map: null,
      }),
    },
  }
}
