import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadTexts, type TextArea } from '#web/client/i18n.ts'
import { PartLost } from '#web/start/failures/part-lost.ts'
import { SheetLoading } from '#web/ui/sheet-loading.tsx'
import { FailedCard, FailedScreen, FailedSheet, HiddenRetry, type RetryHandlers } from './lost.tsx'

type Load<P> = () => Promise<{ default: (props: P) => ReactNode }>
/** A component whose code is loaded later. `ahead` preloads the code and ignores failures. */
export type LazyPart<P> = ComponentType<P> & { ahead: () => Promise<unknown> }
type Show<P> = (props: P, handlers: RetryHandlers, error: PartLost) => ReactNode

/** Code of a part of the app, and the `texts` that are loaded together with the code. */
type Source<P> = [load: Load<P>, ...texts: TextArea[]]

/**
 * Creates a component whose code is loaded later. A failed download is caught here and can be retried in place.
 * @param show renders the failure
 * @param placeholder shown while the code loads; without it the component needs a `Suspense` around it
 */
function lazyPart<P extends object>(
  [load, ...texts]: Source<P>,
  show: Show<P>,
  placeholder?: ReactNode,
): LazyPart<P> {
  const loadWhole: Load<P> = () => Promise.all([load(), loadTexts(...texts)]).then(([module]) => module)
  let Loaded = lazy<ComponentType<P>>(loadWhole)
  let wasPressed = false
  class PartBoundary extends Component<P, { error?: unknown }> {
    override state: { error?: unknown } = {}

    static getDerivedStateFromError(error: unknown) {
      return { error }
    }

    static ahead = () => loadWhole().catch(() => undefined)

    onReturn = () => {
      Loaded = lazy<ComponentType<P>>(loadWhole)
      this.setState({ error: undefined })
    }

    onPress = () => {
      // Some browsers cache a failed import. Then only reloading the page helps.
      if (wasPressed) return window.location.reload()
      wasPressed = true
      this.onReturn()
    }

    override componentWillUnmount() {
      if (this.state.error !== undefined) Loaded = lazy<ComponentType<P>>(loadWhole)
    }

    override render() {
      const { error } = this.state
      if (error === undefined)
        return placeholder === undefined ? (
          <Loaded {...this.props} />
        ) : (
          <Suspense fallback={placeholder}>
            <Loaded {...this.props} />
          </Suspense>
        )
      if (!(error instanceof PartLost)) throw error
      return show(this.props, this, error)
    }
  }
  return PartBoundary
}

/** Creates a screen whose code is loaded later. It needs a `Suspense` around it. */
export const lazyScreen = <P extends object>(...source: Source<P>) =>
  lazyPart(source, (_props, { onPress, onReturn }, { isGone }) => (
    <FailedScreen isGone={isGone} onPress={onPress} onReturn={onReturn} />
  ))

/** Creates a part of a screen whose code is loaded later. It needs a `Suspense` around it. */
export const lazyCard = <P extends object>(...source: Source<P>) =>
  lazyPart(source, (_props, { onPress, onReturn }) => <FailedCard onPress={onPress} onReturn={onReturn} />)

/** Creates a sheet or another overlay whose code is loaded later. A spinner is shown while the code loads. */
export const lazySheet = <P extends { onClosed?: () => void; sheet?: { props: { onClosed: () => void } } }>(
  ...source: Source<P>
) =>
  lazyPart(
    source,
    ({ onClosed, sheet }, { onPress, onReturn }) => (
      <FailedSheet onPress={onPress} onReturn={onReturn} onClosed={onClosed ?? sheet?.props.onClosed} />
    ),
    <SheetLoading />,
  )

/** Creates an optional part of the app whose code is loaded later. A failure is hidden and retried later. */
export const lazyOptional = <P extends object>(...source: Source<P>) =>
  lazyPart(source, (_props, { onReturn }) => <HiddenRetry onReturn={onReturn} />, null)
