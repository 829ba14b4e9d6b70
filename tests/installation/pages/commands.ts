/** A command that a page for operators tells them to type. */
export interface PageCommand {
  page: string
  /** The nearest heading above it. */
  section: string
  text: string
}

/** Programs by which a command within a sentence is told from names, settings and SQL. */
const programs =
  /^(?:age|cat|chmod|chown|cp|curl|docker|docker-compose|eval|export|git|mkdir|mv|node|npm|npx|otklik|psql|pg_\w+|rm|scp|ssh|sudo|systemctl|tar) \S/

/** Reads the commands of a page in their order: every line of its code blocks, and commands within its sentences. */
export function commandsIn(page: string, markdown: string): PageCommand[] {
  let section = ''
  return Array.from(
    markdown.matchAll(/^#{1,3} (.+)$|^```\w*\n([\s\S]*?)^```|`([^`]+)`/gm),
    ([, heading, block, span = '']) => {
      section = heading ?? section
      const texts = block === undefined ? spanIn(span) : linesOf(block)
      return texts.map((text) => ({ page, section, text }))
    },
  ).flat()
}

function linesOf(block: string): string[] {
  const lines = block.replaceAll(/\\\n\s*/g, '').split('\n')
  return lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'))
}

function spanIn(span: string): string[] {
  const text = span.replaceAll(/\s+/g, ' ').trim()
  return programs.test(text) ? [text] : []
}
