import { type ComponentProps, createElement } from 'react'

/** Icon data of lucide. */
type IconData = { node: [tag: string, attributes: Record<string, string>][] }

/**
 * Replaces lucide's `createLucideIcon` in the build (web/build/lean-icons.ts). It omits contexts, aliases and
 * attribute names of other frameworks, which saves 1.5 KB and time per icon.
 */
export default function createLucideIcon({ node }: IconData) {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes))
  return function Icon({ size = 24, className = '', ...rest }: ComponentProps<'svg'> & { size?: number }) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
        className: `lucide ${className}`,
      },
      lines,
    )
  }
}
