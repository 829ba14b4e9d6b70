import type { Plugin } from 'vite'

/** Draws lucide's icons by our own few lines. @param maker the module whose default export makes an icon of its data */
export function leanIcons(maker: string): Plugin {
  return {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (name, importer) =>
      name.endsWith('/createLucideIcon.mjs') && importer?.includes('/lucide-react/dist/esm/icons/')
        ? maker
        : undefined,
  }
}
