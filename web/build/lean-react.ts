import type { Plugin } from 'vite'
import { type Node, rewrite } from './rewrite.ts'

/** What runs for a `<ViewTransition>`, for a ref of a fragment, or in a page that a server has drawn: none is here. */
const never = new Set(
  `applyViewTransitionName applyViewTransitionToHostInstances applyViewTransitionToHostInstancesRecursive
  commitAppearingPairViewTransitions commitDeletedPairViewTransitions commitEnterViewTransitions commitExitViewTransitions
  commitNestedViewTransitions createViewTransitionInstance getViewTransitionClassName getViewTransitionName
  measureNestedViewTransitions measureViewTransitionHostInstancesRecursive reportViewTransitionError
  restoreEnterOrExitViewTransitions restoreNestedViewTransitions restorePairedViewTransitions restoreViewTransitionName
  restoreViewTransitionOnHostInstances scheduleViewTransitionEvent startViewTransition trackEnterViewTransitions
  FragmentInstance addFragmentHandleToFiber addFragmentHandleToInstance blurActiveElementWithinFragment collectClientRects
  commitNewChildToFragmentInstance deleteChildFromFragmentInstance findFragmentInstanceOrTextInstanceSiblings
  getFragmentInstanceOrTextInstanceSiblings scrollTextNodeIntoView validateDocumentPositionWithFiberTree
  ReactDOMHydrationRoot attemptExplicitHydrationTarget canHydrateHydrationBoundary canHydrateInstance canHydrateTextInstance
  clearHydrationBoundary getNextHydratable getNextHydratableInstanceAfterHydrationBoundary hideOrUnhideDehydratedBoundary
  mountHostRootWithoutHydrating prepareToHydrateHostInstance retryDehydratedSuspenseBoundary
  updateDehydratedSuspenseComponent`.split(/\s+/),
)
const methods =
  /^(FragmentInstance\.prototype\.|ReactDOMHydrationRoot\.prototype\.unstable_|exports\.hydrateRoot = )/

/** React's drawing without it. @throws where React no longer has one of these functions */
export function leanReact(code: string): string {
  const left = new Set(never)
  const lean = rewrite(code, ({ type, id }: Node, text) => {
    const name = type === 'FunctionDeclaration' && ((id as Node).name as string)
    if (name && left.delete(name)) return `function ${name}() {}`
    return type === 'ExpressionStatement' && methods.test(text) ? '' : undefined
  })
  if (left.size > 0) throw new Error(`React no longer has ${[...left].join(', ')}`)
  return lean
}

/** Lets the bundler drop what React never runs here: 6 KB of the first load. */
export function leanDrawing(): Plugin {
  return {
    name: 'lean-react',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /react-dom\/cjs\/react-dom-client\.production\.js$/ },
      handler: (code) => ({ code: leanReact(code), map: null }),
    },
  }
}
