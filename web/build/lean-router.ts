import type { Plugin } from 'vite'
import { type Node, rewrite } from './rewrite.ts'

/** Values of its data and framework modes that the bundler would keep because their making might do something. */
const kept =
  /^(objectProtoNames2?|valid\w+Methods(Arr)?|MemoizedDataRoutes|RenderErrorBoundary|AwaitErrorBoundary|RemixErrorBoundary)$/
/** Names for the developer's tools, and what is said to developers. */
const told = /^(\w+\.(displayName|contextType) = |warning\(|invariant\(\s*useInRouterContext\(\))/
/** Makes that are kept alive only when somebody uses what they make. */
const maker = /(?<= = )(?=React\d*\.(?:createContext|forwardRef)\()/g

/** What a router without data and without a server of its own never does. */
function instead(node: Node, text: string, parent: Node): string | undefined {
  switch (node.type) {
    case 'VariableDeclarator':
      if (kept.test((node.id as Node).name as string)) return `${(node.id as Node).name} = void 0`
      // A link prefetches by the manifest of a framework; here nobody asks it to.
      return text.startsWith('[shouldPrefetch, prefetchRef, prefetchHandlers] = ')
        ? 'shouldPrefetch = false, prefetchHandlers'
        : undefined
    case 'ExpressionStatement':
      return told.test(text) ? '' : undefined
    case 'CallExpression':
      return text === 'mergeRefs(forwardedRef, prefetchRef)' ? 'forwardedRef' : undefined
    case 'TryStatement':
      return text.includes('window.__reactRouterVersion') ? '' : undefined
    case 'ConditionalExpression':
      return (node.test as Node).name === 'isDataRoute' ? 'useNavigateUnstable()' : undefined
    // Parameters have no value of their own.
    case 'Identifier':
      return text === 'dataRouterOpts' && parent.type !== 'FunctionDeclaration' ? '(void 0)' : undefined
  }
}

/** Lets the bundler drop the parts of react-router that belong to its data and framework modes: 6 KB of the first load. */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-.*\.mjs$/, code: /BrowserRouter/ },
      handler: (code) => ({ code: rewrite(code, instead).replace(maker, '/* @__PURE__ */ '), map: null }),
    },
  }
}
