import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { PartLost } from '#web/start/part-lost.ts'
import { type Again, Later, LostCard, LostScreen, LostSheet } from './lost.tsx'

type Load<P> = () => Promise<{ default: (props: P) => ReactNode }>
/** A part that is loaded when it is drawn, or before that by `ahead`. */
export type Part<P> = ComponentType<P> & { ahead: () => void }
type Show<P> = (props: P, again: Again, error: PartLost) => ReactNode

/**
 * A part of the application in a file of its own, for a place in a `Suspense`. Losing it costs nothing around it, and it
 * can be loaded again in its place. @param show stands there meanwhile
 */
function part<P extends object>(load: Load<P>, show: Show<P>): Part<P> {
  let Loaded = lazy<ComponentType<P>>(load)
  let wasPressed = false
  class Place extends Component<P, { error?: unknown }> {
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
      // Some browsers remember the failure: then a new page alone helps.
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
  return Place
}

/** A whole screen. */
export const screenPart = <P extends object>(load: Load<P>) =>
  part(load, (_props, { onPress, onReturn }, { isGone }) => (
    <LostScreen isGone={isGone} onPress={onPress} onReturn={onReturn} />
  ))

/** What stands in a screen among other things. */
export const cardPart = <P extends object>(load: Load<P>) =>
  part(load, (_props, { onPress, onReturn }) => <LostCard onPress={onPress} onReturn={onReturn} />)

/** What lies over a screen until it is closed. */
export const sheetPart = <P extends { onClosed?: () => void; sheet?: { props: { onClosed: () => void } } }>(
  load: Load<P>,
) =>
  part(load, ({ onClosed, sheet }, { onPress, onReturn }) => (
    <LostSheet onPress={onPress} onReturn={onReturn} onClosed={onClosed ?? sheet?.props.onClosed} />
  ))

/** What nobody misses: it comes later, without a word. */
export const ornament = <P extends object>(load: Load<P>) =>
  part(load, (_props, { onReturn }) => <Later onReturn={onReturn} />)
