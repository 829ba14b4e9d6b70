import { Points } from '#web/ui/list.tsx'

/**
 * Text of a section. A line such as «- Ещё 90 дней: Отказы; Отметка» is a term with its points, which begin after the
 * first colon.
 */
export function LegalText({ text }: { text: string }) {
  return text.split('\n').map((line) => {
    if (!line.startsWith('- '))
      return (
        <p key={line} className="sub">
          {line}
        </p>
      )
    const colon = line.indexOf(':')
    const items = line.slice(colon + 1).split(';')
    return <Points key={line} term={line.slice(2, colon)} items={items.map((item) => item.trim())} />
  })
}
