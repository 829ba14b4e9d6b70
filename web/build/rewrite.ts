import { parseAst } from 'rolldown/parseAst'

/** A node of a syntax tree: where it stands, and its parts. */
export type Node = { type: string; start: number; end: number; [part: string]: unknown }

const isNode = (part: unknown): part is Node =>
  typeof part === 'object' && part !== null && typeof (part as Node).type === 'string'

/**
 * The code with parts of its syntax said otherwise.
 * @param instead what to say in place of a node, undefined to look into it. It is given the node's text and what the node is a part of.
 */
export function rewrite(
  code: string,
  instead: (node: Node, text: string, parent: Node) => string | undefined,
): string {
  const pieces: string[] = []
  let written = 0
  const visit = (node: Node, parent: Node) => {
    const said = instead(node, code.slice(node.start, node.end), parent)
    if (said !== undefined) {
      pieces.push(code.slice(written, node.start), said)
      written = node.end
      return
    }
    const parts = Object.values(node).flat().filter(isNode)
    for (const part of parts.sort((a, b) => a.start - b.start)) visit(part, node)
  }
  const program = parseAst(code) as unknown as Node
  visit(program, program)
  return pieces.join('') + code.slice(written)
}
