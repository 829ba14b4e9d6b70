import type { Plugin } from 'vite'

const styleSheet = /<link rel="stylesheet"[^>]*>\s*/g

/**
 * Loads the style sheet before the scripts: the first HTML needs the styles to draw its cards, and style sheet and
 * scripts share a slow network. The tag of the style sheet also comes first, because a slow phone takes milliseconds to
 * send each request.
 */
export function lateScripts(): Plugin {
  return {
    name: 'late-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const sheets = html.match(styleSheet) ?? []
        return html
          .replaceAll(styleSheet, '')
          .replace('<script type="module"', (script) => `${sheets.join('')}${script}`)
          .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
      },
    },
  }
}
