import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { PartLost } from '#web/start/failures/part-lost.ts'
import { FailedCard, FailedScreen, FailedSheet, HiddenRetry, type RetryHandlers } from './lost.tsx'

type Load<P> = () => Promise<{ default: (props: P) => ReactNode }>
/** A lazily loaded component; `ahead` preloads it. */
export type LazyPart<P> = ComponentType<P> & { ahead: () => void }
type Show<P> = (props: P, again: RetryHandlers, error: PartLost) => ReactNode

/**
 * A lazy component for use in a `Suspense`. A failed download is caught here and can be retried in place.
 * @param show renders the failure
 */
function lazyPart<P extends object>(load: Load<P>, show: Show<P>): LazyPart<P> {
  let Loaded = lazy<ComponentType<P>>(load)
  let wasPressed = false
  class PartBoundary extends Component<P, { error?: unknown }> {
    override state: { error?: unknown } = {}

    static getDerivedStateFromError(error: unknown) {
      return { error }
    }

    static ahead = () => void load().catch(() => undefined)

    onReturn = () => {
      Loaded = lazy<ComponentType<P>>(load)
      this.setState({ error: undefined })
    }

    onPress = () => {
      // Some browsers cache a failed import; only a reload of the page helps then.
      if (wasPressed) return window.location.reload()
      wasPressed = true
      this.onReturn()
    }

    override componentWillUnmount() {
      if (this.state.error !== undefined) Loaded = lazy<ComponentType<P>>(load)
    }

    override render() {
      const { error } = this.state
      if (error === undefined) return <Loaded {...this.props} />
      if (!(error instanceof PartLost)) throw error
      return show(this.props, this, error)
    }
  }
  return PartBoundary
}

/** A lazy screen. */
export const lazyScreen = <P extends object>(load: Load<P>) =>
  lazyPart(load, (_props, { onPress, onReturn }, { isGone }) => (
    <FailedScreen isGone={isGone} onPress={onPress} onReturn={onReturn} />
  ))

/** A lazy part of a screen. */
export const lazyCard = <P extends object>(load: Load<P>) =>
  lazyPart(load, (_props, { onPress, onReturn }) => <FailedCard onPress={onPress} onReturn={onReturn} />)

/** A lazy sheet or another overlay. */
export const lazySheet = <P extends { onClosed?: () => void; sheet?: { props: { onClosed: () => void } } }>(
  load: Load<P>,
) =>
  lazyPart(load, ({ onClosed, sheet }, { onPress, onReturn }) => (
    <FailedSheet onPress={onPress} onReturn={onReturn} onClosed={onClosed ?? sheet?.props.onClosed} />
  ))

/** A lazy part that is optional; a failure is hidden and retried later. */
export const lazyOptional = <P extends object>(load: Load<P>) =>
  lazyPart(load, (_props, { onReturn }) => <HiddenRetry onReturn={onReturn} />)
