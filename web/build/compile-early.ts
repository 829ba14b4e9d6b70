import { type Node, rewrite } from './rewrite.ts'

/** A library as the bundler wraps it; a function of an application is never as long. */
const isLibrary = 20_000

/**
 * Says of a library that the bundler hands over as a function that it runs at once: a function in brackets, and no
 * arrow, is compiled while the script still arrives, beside the page. Else all of React would be read a second time
 * when it starts, a twentieth of a second on a slow telephone that answers nobody meanwhile.
 */
export function compileEarly(code: string): string {
  return rewrite(code, ({ type, params, body }: Node, text, parent) => {
    if (type !== 'ArrowFunctionExpression' || parent.type !== 'CallExpression') return undefined
    if (text.length < isLibrary || (body as Node).type !== 'BlockStatement') return undefined
    const names = (params as Node[]).map(({ start, end }) => code.slice(start, end)).join()
    return `(function(${names})${code.slice((body as Node).start, (body as Node).end)})`
  })
}
