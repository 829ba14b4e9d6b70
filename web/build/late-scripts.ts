import type { Plugin } from 'vite'

/**
 * Lets the style sheet arrive before the scripts: the cards in the first HTML are drawn with it alone, and on a
 * slow network both share one line.
 */
export function lateScripts(): Plugin {
  return {
    name: 'late-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
    },
  }
}
