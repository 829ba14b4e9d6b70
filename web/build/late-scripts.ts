import type { Plugin } from 'vite'

const styleSheet = /<link rel="stylesheet"[^>]*>\s*/g

/**
 * Lets the style sheet arrive before the scripts: the cards in the first HTML are drawn with it alone, and on a
 * slow network both share one line. It is named before them too, because a slow telephone takes some milliseconds to
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
